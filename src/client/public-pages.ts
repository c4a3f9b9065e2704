/** What a page without React loads: our elements, each over markup that works without it (docs/decisions/004). */
import '../ui/style.css'
import { defineHeaderSearch } from '../domains/glossary/search/header-search.element.ts'
import { glossary } from '../domains/glossary/search/search-index.client.ts'
import { defineTermList } from '../domains/glossary/term-list.element.ts'
import { enableAuthModal } from '../domains/identity/auth-modal.client.ts'
import { defineCookieNote } from '../domains/identity/sessions/cookie-warning.element.ts'
import { markSignedOutOnExit } from '../domains/identity/sessions/mark-signed-out-on-exit.client.ts'
import { isPrivate, syncSignedInState } from '../domains/identity/sessions/session.client.ts'
import { defineQuickHide } from '../domains/safety/quick-hide.element.ts'
import { defineCopyLink } from '../ui/copy-link/copy-link.element.ts'
import { defineShowPassword } from '../ui/field/show-password.element.ts'
import { defineLinkMenu } from '../ui/select/link-menu.element.ts'
import { polyfillInvokerCommands } from '../ui/shell/invoker-commands-polyfill.ts'
import { defineThemeSwitch } from '../ui/theme-switch/theme-switch.element.ts'

// Quick Hide listens first, whatever the others do.
defineQuickHide()
markSignedOutOnExit()
syncSignedInState()
polyfillInvokerCommands()
defineThemeSwitch()
enableAuthModal()
// What has more to do in a page has a task of its own: an old phone answers a touch between the two.
setTimeout(() => {
  defineHeaderSearch(glossary)
  defineLinkMenu()
  defineTermList()
  defineCopyLink()
  defineShowPassword()
  defineCookieNote()
})

/** What does not come is done without: the browser sends a form, and follows a link, by itself. */
const later = (file: Promise<unknown>) => file.catch(() => {})
const loadForms = () => later(import('./forms.ts'))

// A private page has this among its own scripts (routes/dashboard/layout.tsx).
if (!isPrivate()) {
  // Where somebody writes a text it is there before the line may be gone; elsewhere it comes once a form is used.
  if (document.querySelector('main textarea')) loadForms()
  for (const sign of ['focusin', 'input', 'pointerdown'])
    addEventListener(sign, ({ target }) => {
      const form = (target as Element).closest?.('form[method=post]:not([action="/leave"])')
      if (form) loadForms()
      if (form?.closest('[data-preload]'))
        later(import('../domains/identity/sessions/prefetch-on-input.client.ts'))
    })
}

if ('signedIn' in document.documentElement.dataset && document.querySelector('term-list,[href*="&save="]'))
  later(import('../domains/favorites/public-hearts.client.ts'))

// Specification point 2, "404 page": the attempted path is logged to the console.
if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname)
