/** What React Router loads in development; built, an area brings its own (client/dashboard-app.ts, client/demo-app.ts). */
import { hydrateApp } from './client/hydrate.tsx'

hydrateApp()
