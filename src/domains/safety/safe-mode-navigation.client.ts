/**
 * Safe Mode in the browser (docs/decisions/020): the address that is shown never changes, and no entry is added to the history, so
 * that Back leaves the site. A page that is gone to is named to the server, which then serves it at the one address
 * (server/http/safe-mode.ts). It runs before every other script and imports no other room.
 */
import { formFields, sendForm, toUrlParams } from './send-form.client.ts'

const maskedUrl = '/'

const root = document.documentElement
let isNavigating = false

/** Where this page really is: the server wrote it, or a page that changes in place has said so. */
const currentUrl = () => new URL(root.dataset.path ?? maskedUrl, location.origin)
const toPath = ({ pathname, search, hash }: URL) => ({ pathname, search, hash })
const areaOf = ({ pathname }: URL) => pathname.split('/')[1]
const isAppUrl = ({ origin, pathname }: URL) =>
  origin === location.origin && !/^\/(?:api\/|leave$)/.test(pathname)

/** Says where somebody is. What cannot be said now is found again by the page that stands. */
async function reportLocation({ pathname, search }: URL) {
  const body = new URLSearchParams({ to: pathname + search })
  await fetch(maskedUrl, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** Time in which a page is left (milliseconds); what led to a file leaves it standing. */
const navigationTimeoutMs = 2_000

function load(address: string) {
  isNavigating = true
  location.replace(address)
  setTimeout(() => {
    isNavigating = false
  }, navigationTimeoutMs)
}

async function go(to: URL) {
  await reportLocation(to)
  load(maskedUrl)
}

/** As `pushState` and `replaceState`, in memory alone: what stands in the browser's own history is written to its files. */
function updateHistory(newState: unknown, _title: string, address?: string | URL | null) {
  const to = address == null ? currentUrl() : new URL(address, currentUrl())
  const isMaskedUrl = to.pathname + to.search === maskedUrl
  if (!isMaskedUrl && areaOf(to) !== areaOf(currentUrl())) return void go(to)
  if (!isMaskedUrl && to.href !== currentUrl().href) {
    root.dataset.path = to.pathname + to.search
    reportLocation(to)
  }
  state = { ...(newState as object), masked: toPath(currentUrl()) }
}

/** React Router takes `masked` for where it is, whatever the address says. */
let state: unknown

function patchHistory() {
  state = { ...history.state, masked: toPath(currentUrl()) }
  Object.defineProperty(history, 'state', { configurable: true, get: () => state })
  history.pushState = history.replaceState = updateHistory
}

type RouterContext = { state?: { loaderData: Record<string, unknown> } }

/**
 * React Router looks at the address for which pages have nothing to load, and would wait for those that it does not find there: all
 * of them are said to be there.
 */
function markRoutesLoaded() {
  const page = window as { __reactRouterContext?: RouterContext; __reactRouterRouteModules?: object }
  const context = page.__reactRouterContext
  if (!context) return
  let routerState = context.state
  Object.defineProperty(context, 'state', {
    configurable: true,
    get: () => routerState,
    set: (newState: typeof routerState) => {
      for (const id of Object.keys(page.__reactRouterRouteModules ?? {}))
        if (newState && !(id in newState.loaderData)) newState.loaderData[id] = null
      routerState = newState
    },
  })
}

/** Links of the page itself would stand in the address. */
function scrollToHash(hash: string) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  target?.scrollIntoView()
  target?.focus()
}

/** After all others: what a page does by itself has said so. A middle click too stays in this tab. */
function onClick(event: MouseEvent) {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
  if (event.defaultPrevented || event.button === 2 || !link || link.hasAttribute('download')) return
  const to = new URL(link.getAttribute('href') ?? '', currentUrl())
  if (!isAppUrl(to)) return
  event.preventDefault()
  if (to.hash && to.pathname === currentUrl().pathname) scrollToHash(to.hash)
  else go(to)
}

function onSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  const by = event.submitter
  if (event.defaultPrevented || form.closest('quick-hide') || form.method === 'dialog') return
  const to = new URL(by?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', currentUrl())
  if (!isAppUrl(to)) return
  event.preventDefault()
  const fields = formFields(form, by)
  if (form.method === 'post') return send(form, { to, by, fields })
  to.search = String(fields)
  go(to)
}

/** Sends a form. Where React holds the page it changes that in place, and says how in `deliver` (routes/dashboard/layout.tsx). */
function send(form: HTMLFormElement, sent: { to: URL; by: HTMLElement | null; fields: URLSearchParams }) {
  const detail: { deliver?: () => Promise<void> } = {}
  document.dispatchEvent(new CustomEvent('safemode:submit', { detail: Object.assign(detail, sent) }))
  sendForm(form, { ...sent, go: load, deliver: detail.deliver })
}

type NavigateEvent = Event & {
  destination: { url: string }
  navigationType: string
  formData: FormData | null
  downloadRequest: string | null
}

/** Whatever a script goes to by itself, where the browser lets us know before (HTML standard, "navigate event"). */
function onNavigate(event: NavigateEvent) {
  const to = new URL(event.destination.url)
  const isRestoring = event.navigationType === 'reload' || event.navigationType === 'traverse'
  if (isNavigating || isRestoring || !event.cancelable || event.downloadRequest !== null || !isAppUrl(to))
    return
  event.preventDefault()
  // By a script: where that is, the browser does not say.
  const form = [...document.forms].find(({ action }) => action === to.href)
  if (event.formData && form) send(form, { to, by: null, fields: toUrlParams(event.formData) })
  else go(to)
}

export function enableSafeModeNavigation() {
  patchHistory()
  markRoutesLoaded()
  addEventListener('click', onClick)
  addEventListener('auxclick', onClick)
  addEventListener('submit', onSubmit)
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => onNavigate(event as NavigateEvent))
  // What comes back from the browser's memory may go again.
  addEventListener('pageshow', () => {
    isNavigating = false
  })
}
