/** Custom elements of pages without React (docs/decisions/004). */
import '../ui/style.css'
import { defineHelpLines } from '../domains/crisis/help-lines.element.ts'
import { defineHeaderSearch } from '../domains/glossary/search/header-search.element.ts'
import { glossary, loadSearch } from '../domains/glossary/search/search-index.client.ts'
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

// First, so that no failure of the others can prevent it.
defineQuickHide()
markSignedOutOnExit()
syncSignedInState()
polyfillInvokerCommands()
defineThemeSwitch()
enableAuthModal()
// A task of its own lets an old phone respond to a touch in between.
setTimeout(() => {
  defineHeaderSearch(glossary)
  defineLinkMenu()
  defineTermList()
  defineHelpLines(loadSearch)
  defineCopyLink()
  defineShowPassword()
  defineCookieNote()
})

/** Forms and links work without scripts. */
const optional = (module: Promise<unknown>) => module.catch(() => {})
const loadForms = () => optional(import('./forms.ts'))

// Private pages have their own (routes/dashboard/layout.tsx).
if (!isPrivate()) {
  // Before the connection can drop.
  if (document.querySelector('main textarea')) loadForms()
  for (const event of ['focusin', 'input', 'pointerdown'])
    addEventListener(event, ({ target }) => {
      const form = (target as Element).closest?.('form[method=post]:not([action="/leave"])')
      if (form) loadForms()
      if (form?.closest('[data-preload]'))
        optional(import('../domains/identity/sessions/prefetch-on-input.client.ts'))
    })
}

if ('signedIn' in document.documentElement.dataset && document.querySelector('term-list,[href*="&save="]'))
  optional(import('../domains/favorites/public-hearts.client.ts'))

// Specification point 2, "Public routes".
if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname)
