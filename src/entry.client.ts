/** In development only: in a build each area has its own (client/dashboard-app.ts, client/demo-app.ts). */
import { hydrateApp } from './client/hydrate.tsx'

hydrateApp()
