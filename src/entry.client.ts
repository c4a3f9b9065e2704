/** In development only: in a build each area has its own. */
import { hydrateApp } from './client/hydrate.tsx'

hydrateApp()
