/** What a page of the demo loads besides React: our elements but those of accounts, of which the demo knows nothing. */
import { defineHeaderSearch } from './domains/glossary/search/header-search.element.ts'
import { defineQuickHide } from './domains/safety/quick-hide.element.ts'
import { defineLinkMenu } from './ui/select/link-menu.element.ts'
import { commandWhereMissing } from './ui/shell/menu-command.ts'
import { defineThemeSwitch } from './ui/theme-switch/theme-switch.element.ts'

// Quick Hide listens first, whatever the others do.
defineQuickHide()
commandWhereMissing()
defineThemeSwitch()
defineHeaderSearch()
defineLinkMenu()
