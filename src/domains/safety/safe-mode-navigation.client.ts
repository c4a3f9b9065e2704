/**
 * Safe Mode (docs/decisions/020): the URL never changes and no history entry is added, so Back leaves the
 * site. Navigation reports its path; the server serves that page at the masked URL
 * (server/http/safe-mode.ts). Runs first and imports only its own domain.
 */
import { formFields, sendForm, toUrlParams } from './send-form.client.ts'

const maskedUrl = '/'

const root = document.documentElement
let isNavigating = false

const currentUrl = () => new URL(root.dataset.path ?? maskedUrl, location.origin)
const toPath = ({ pathname, search, hash }: URL) => ({ pathname, search, hash })
const areaOf = ({ pathname }: URL) => pathname.split('/')[1]
const isAppUrl = ({ origin, pathname }: URL) =>
  origin === location.origin && !/^\/(?:api\/|leave$)/.test(pathname)

/** After a failure the server serves the previous page. */
async function reportLocation({ pathname, search }: URL) {
  const body = new URLSearchParams({ to: pathname + search })
  await fetch(maskedUrl, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** A download never leaves the page. */
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

/** In memory only: browsers write history state to disk. */
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

/** React Router reads its location from `masked`. */
let state: unknown

function patchHistory() {
  state = { ...history.state, masked: toPath(currentUrl()) }
  Object.defineProperty(history, 'state', { configurable: true, get: () => state })
  history.pushState = history.replaceState = updateHistory
}

type RouterContext = { state?: { loaderData: Record<string, unknown> } }

/** By the masked URL, React Router would wait for loader data. Give every route null data. */
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

/** A fragment link would change the URL. */
function scrollToHash(hash: string) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  target?.scrollIntoView()
  target?.focus()
}

/** After handlers that call `preventDefault`. Middle clicks stay in this tab too. */
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

/** On React pages a listener sets `deliver` (routes/dashboard/layout.tsx). */
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

/** Navigation by scripts (HTML standard, "navigate event"). */
function onNavigate(event: NavigateEvent) {
  const to = new URL(event.destination.url)
  const isRestoring = event.navigationType === 'reload' || event.navigationType === 'traverse'
  if (isNavigating || isRestoring || !event.cancelable || event.downloadRequest !== null || !isAppUrl(to))
    return
  event.preventDefault()
  // The event does not name the form.
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
  // After the back/forward cache.
  addEventListener('pageshow', () => {
    isNavigating = false
  })
}
