/** What every page loads first in Safe Mode, before any other module (docs/decisions/020). */
import { enableSafeModeNavigation } from '../domains/safety/safe-mode-navigation.client.ts'

enableSafeModeNavigation()
