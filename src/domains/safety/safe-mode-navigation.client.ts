/**
 * Safe Mode in the browser (docs/decisions/020): the address that is shown never changes, and no entry is added to the history, so
 * that Back leaves the site. A page that is gone to is named to the server, which then serves it at the one address
 * (server/http/safe-mode.ts). It runs before every other script and imports no other room.
 */
import { asText, fieldsOf, sendForm } from './send-form.client.ts'

const maskedUrl = '/'

const root = document.documentElement
let moving = false

/** Where this page really is: the server wrote it, or a page that changes in place has said so. */
const here = () => new URL(root.dataset.path ?? maskedUrl, location.origin)
const partsOf = ({ pathname, search, hash }: URL) => ({ pathname, search, hash })
const areaOf = ({ pathname }: URL) => pathname.split('/')[1]
const isOurs = ({ origin, pathname }: URL) =>
  origin === location.origin && !/^\/(?:api\/|leave$)/.test(pathname)

/** Says where somebody is. What cannot be said now is found again by the page that stands. */
async function say({ pathname, search }: URL) {
  const body = new URLSearchParams({ to: pathname + search })
  await fetch(maskedUrl, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** Time in which a page is left (milliseconds); what led to a file leaves it standing. */
const onTheWay = 2_000

function load(address: string) {
  moving = true
  location.replace(address)
  setTimeout(() => {
    moving = false
  }, onTheWay)
}

async function go(to: URL) {
  await say(to)
  load(maskedUrl)
}

/** As `pushState` and `replaceState`, in memory alone: what stands in the browser's own history is written to its files. */
function changeInPlace(given: unknown, _title: string, address?: string | URL | null) {
  const to = address == null ? here() : new URL(address, here())
  const stays = to.pathname + to.search === maskedUrl
  if (!stays && areaOf(to) !== areaOf(here())) return void go(to)
  if (!stays && to.href !== here().href) {
    root.dataset.path = to.pathname + to.search
    say(to)
  }
  state = { ...(given as object), masked: partsOf(here()) }
}

/** React Router takes `masked` for where it is, whatever the address says. */
let state: unknown

function keepHistory() {
  state = { ...history.state, masked: partsOf(here()) }
  Object.defineProperty(history, 'state', { configurable: true, get: () => state })
  history.pushState = history.replaceState = changeInPlace
}

type RouterContext = { state?: { loaderData: Record<string, unknown> } }

/**
 * React Router looks at the address for which pages have nothing to load, and would wait for those that it does not find there: all
 * of them are said to be there.
 */
function nothingToLoad() {
  const page = window as { __reactRouterContext?: RouterContext; __reactRouterRouteModules?: object }
  const context = page.__reactRouterContext
  if (!context) return
  let known = context.state
  Object.defineProperty(context, 'state', {
    configurable: true,
    get: () => known,
    set: (given: typeof known) => {
      for (const id of Object.keys(page.__reactRouterRouteModules ?? {}))
        if (given && !(id in given.loaderData)) given.loaderData[id] = null
      known = given
    },
  })
}

/** Links of the page itself would stand in the address. */
function jump(hash: string) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  target?.scrollIntoView()
  target?.focus()
}

/** After all others: what a page does by itself has said so. A middle click too stays in this tab. */
function onClick(event: MouseEvent) {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
  if (event.defaultPrevented || event.button === 2 || !link || link.hasAttribute('download')) return
  const to = new URL(link.getAttribute('href') ?? '', here())
  if (!isOurs(to)) return
  event.preventDefault()
  if (to.hash && to.pathname === here().pathname) jump(to.hash)
  else go(to)
}

function onSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  const by = event.submitter
  if (event.defaultPrevented || form.closest('quick-hide') || form.method === 'dialog') return
  const to = new URL(by?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', here())
  if (!isOurs(to)) return
  event.preventDefault()
  const fields = fieldsOf(form, by)
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
  const other = event.navigationType === 'reload' || event.navigationType === 'traverse'
  if (moving || other || !event.cancelable || event.downloadRequest !== null || !isOurs(to)) return
  event.preventDefault()
  // By a script: where that is, the browser does not say.
  const form = [...document.forms].find(({ action }) => action === to.href)
  if (event.formData && form) send(form, { to, by: null, fields: asText(event.formData) })
  else go(to)
}

export function enableSafeModeNavigation() {
  keepHistory()
  nothingToLoad()
  addEventListener('click', onClick)
  addEventListener('auxclick', onClick)
  addEventListener('submit', onSubmit)
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => onNavigate(event as NavigateEvent))
  // What comes back from the browser's memory may go again.
  addEventListener('pageshow', () => {
    moving = false
  })
}
