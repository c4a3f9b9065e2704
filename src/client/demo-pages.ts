/**
 * What a page of the demo loads besides React: our elements but those of accounts, of which the demo knows nothing but the mark that
 * Quick Hide leaves: it may be pressed here, as the only page of somebody who is signed in.
 */
import { defineHeaderSearch } from '../domains/glossary/search/header-search.element.ts'
import { markSignedOutOnExit } from '../domains/identity/sessions/mark-signed-out-on-exit.client.ts'
import { defineQuickHide } from '../domains/safety/quick-hide.element.ts'
import { defineLinkMenu } from '../ui/select/link-menu.element.ts'
import { polyfillInvokerCommands } from '../ui/shell/invoker-commands-polyfill.ts'
import { defineThemeSwitch } from '../ui/theme-switch/theme-switch.element.ts'

// Quick Hide listens first, whatever the others do.
defineQuickHide()
markSignedOutOnExit()
polyfillInvokerCommands()
defineThemeSwitch()
defineHeaderSearch()
defineLinkMenu()
