/** All pages of the private area, in one file (docs/decisions/033). */
import { hydrateBundledApp } from './hydrate.tsx'

hydrateBundledApp(
  import.meta.glob(
    ['../root.tsx', '../routes/dashboard/**/*.tsx', '!**/{calendar,coming-soon,import,lock,*print}.tsx'],
    {
      query: '?__react-router-build-client-route',
      eager: true,
    },
  ),
)
