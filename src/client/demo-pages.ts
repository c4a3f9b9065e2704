/** Quick Hide sets the signed-out marker here too: a signed-in user may have only the demo open. */
import { defineHeaderSearch } from '../domains/glossary/search/header-search.element.ts'
import { markSignedOutOnExit } from '../domains/identity/sessions/mark-signed-out-on-exit.client.ts'
import { defineQuickHide } from '../domains/safety/quick-hide.element.ts'
import { defineLinkMenu } from '../ui/select/link-menu.element.ts'
import { polyfillInvokerCommands } from '../ui/shell/invoker-commands-polyfill.ts'
import { defineThemeSwitch } from '../ui/theme-switch/theme-switch.element.ts'

// First, so that no failure of the others can prevent it.
defineQuickHide()
markSignedOutOnExit()
polyfillInvokerCommands()
defineThemeSwitch()
defineHeaderSearch()
defineLinkMenu()
