/** What every page loads first in Safe Mode, before any other module (docs/decisions/020). */
import { keepOneAddress } from '../domains/safety/safe-mode-navigation.client.ts'

keepOneAddress()
