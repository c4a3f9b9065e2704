/** The demo, all of its rooms in one file (docs/decisions/033). */
import { takeOverArea } from './hydrate.tsx'

takeOverArea(
  import.meta.glob(['../root.tsx', '../routes/demo/*.tsx', '!**/coming-soon.tsx'], {
    query: '?__react-router-build-client-route',
    eager: true,
  }),
)
