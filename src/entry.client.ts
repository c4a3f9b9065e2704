/** What React Router loads in development; built, an area brings its own (entry.private-area.ts, entry.demo-area.ts). */
import { takeOver } from './take-over.tsx'

takeOver()
