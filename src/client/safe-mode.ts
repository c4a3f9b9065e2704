/** Pages in Safe Mode load this before any other module (docs/decisions/020). */
import { enableSafeModeNavigation } from '../domains/safety/safe-mode-navigation.client.ts'

enableSafeModeNavigation()
