/** What a page without React loads: our elements, each over markup that works without it (docs/decisions/004). */
import './ui/style.css'
import { glossary } from './domains/glossary/search/glossary-index.element.ts'
import { defineHeaderSearch } from './domains/glossary/search/header-search.element.ts'
import { defineTermList } from './domains/glossary/term-list.element.ts'
import { askInPlace } from './domains/identity/auth-modal.element.ts'
import { defineCookieNote } from './domains/identity/session/cookie-note.element.ts'
import { fetchAhead } from './domains/identity/session/fetch-ahead.element.ts'
import { markLeaving } from './domains/identity/session/leaving-mark.element.ts'
import { followSession } from './domains/identity/session/session.element.ts'
import { defineQuickHide } from './domains/safety/quick-hide.element.ts'
import { defineCopyLink } from './ui/copy-link/copy-link.element.ts'
import { defineShowPassword } from './ui/field/show-password.element.ts'
import { defineLinkMenu } from './ui/select/link-menu.element.ts'
import { commandWhereMissing } from './ui/shell/menu-command.ts'
import { defineThemeSwitch } from './ui/theme-switch/theme-switch.element.ts'

// Quick Hide listens first, whatever the others do.
defineQuickHide()
markLeaving()
followSession()
commandWhereMissing()
defineThemeSwitch()
askInPlace()
fetchAhead()
// What has more to do in a page has a task of its own: an old phone answers a touch between the two.
setTimeout(() => {
  defineHeaderSearch(glossary)
  defineLinkMenu()
  defineTermList()
  defineCopyLink()
  defineShowPassword()
  defineCookieNote()
})

// Specification point 2, "404 page": the attempted path is logged to the console.
if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname)
