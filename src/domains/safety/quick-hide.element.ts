/**
 * Quick Hide: exits the site immediately, by the button or by ESC twice (specification point 2, "Quick Hide"). It imports only its own
 * domain, so that nothing else can break it. Without JavaScript its form posts to `/leave`, and the server does the same.
 *
 * `<quick-hide href="…" fallback="…"><form action="/leave" method="post"><button>…`
 */
import { escapeTimeKey, neutralIcon } from './safety.contract.ts'

/** Two presses of ESC within this time exit: one second, or the choice in Settings (point 19). */
const doublePressMs = () => Math.max(1, Number(readSetting(escapeTimeKey)) || 1) * 1_000
/** A key press and the end of full screen within this time count as one press. */
const samePressMs = 1_000
/** After this long without a response, try the fallback destination. */
const fallbackDelayMs = 3_000

const shortcutKey = 'unfogQuickHideShortcut'
const tipKey = 'unfogQuickHideTipDismissed'

/** Exits in all tabs (point 11). */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('quick-hide')

let isExiting = false
/** The only URL that navigation may go to after exiting. */
let exitUrl = ''

const originalFetch = window.fetch

export class QuickHide extends HTMLElement {
  connectedCallback() {
    // Any mouse button and modifier: middle click and Ctrl-click would leave this page open (point 2).
    this.addEventListener('click', this)
    this.addEventListener('auxclick', this)
    this.addEventListener('submit', this)
  }

  handleEvent(event: Event) {
    if (!(event.target as Element).closest('form')) return
    event.preventDefault()
    exit(this)
  }
}

/**
 * Blanks the page, notifies the other tabs and the server, and navigates. Nothing here waits for the network, so the page is empty
 * immediately (points 3 and 4).
 *
 * @param fromOtherTab another tab has notified the server; send only this page's unsaved draft
 */
function exit(element: Element, fromOtherTab = false) {
  if (isExiting) return
  isExiting = true
  // An API that a browser lacks must not stop the exit.
  try {
    exitNow(fromOtherTab)
  } finally {
    // Offline, the browser's error page would name the destination, and lead back here (point 22).
    if (navigator.onLine) {
      go(element.getAttribute('href') ?? '/leave')
      const fallback = element.getAttribute('fallback')
      if (fallback) setTimeout(go, fallbackDelayMs, fallback)
    }
  }
}

function exitNow(fromOtherTab: boolean) {
  window.navigation?.addEventListener('navigate', onNavigate)
  blankPage()
  clearTimers()
  if (!navigator.onLine) showOfflinePage()
  // Listeners may add an unsaved draft to the request (safety point 13).
  const exitRequest: RequestInit = {}
  document.dispatchEvent(new CustomEvent('quickhide:exit', { detail: exitRequest }))
  if (!fromOtherTab) channel?.postMessage('')
  if (!fromOtherTab || exitRequest.body) {
    // Clears our data on the device, in a separate request, so that exiting never waits for it (points 9 and 20). If the browser rejects
    // the draft because of the keepalive quota (Fetch standard), send the request without it.
    const postExit = (init?: RequestInit) =>
      originalFetch('/leave', { ...init, method: 'POST', keepalive: true })
    postExit(exitRequest)
      .catch(() => postExit())
      .catch(() => {})
  }
}

/** `replace`, so that Back does not lead here; plain navigation if that throws (point 5). */
function go(href: string) {
  exitUrl = new URL(href, location.href).href
  try {
    location.replace(href)
  } catch {
    location.href = href
  }
}

/** Removes all content and sound, sets a neutral title and icon (point 3). A status tells screen readers "Loading" (point 19). */
function blankPage() {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause()
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  const head = document.createElement('head')
  const icon = document.createElement('link')
  icon.rel = 'icon'
  icon.href = neutralIcon
  head.append(icon)
  const body = document.createElement('body')
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.style.cssText = 'position:absolute;clip-path:inset(50%)'
  body.append(status)
  const root = document.documentElement
  // The theme, and Safe Mode's real path.
  for (const name in root.dataset) delete root.dataset[name]
  root.textContent = ''
  root.append(head, body)
  document.title = 'Loading'
  status.textContent = 'Loading'
}

/** An innocuous page when the destination cannot be reached (safety point 22). */
function showOfflinePage() {
  document.title = 'Lentil soup'
  document.body.innerHTML = '<h1>Lentil soup</h1><p>Soften an onion, add lentils and stock, simmer.'
}

/** Cancels delayed requests, such as a search for text just typed (point 20). */
function clearTimers() {
  for (let timer = Number(setTimeout(() => {})); timer > 0; timer--) clearTimeout(timer)
}

/** A page restored from the back/forward cache is still blank: reload it (point 8). */
function onPageshow(event: PageTransitionEvent) {
  if (!isExiting || !event.persisted) return
  exitUrl = location.href
  location.reload()
}

/**
 * After exiting, starts no requests and never settles pending ones (points 3 and 20): a script would redirect to sign-in without a session,
 * and Safe Mode would navigate.
 */
function fetchUnlessExiting(...args: Parameters<typeof fetch>): Promise<Response> {
  const never = new Promise<Response>(() => {})
  return isExiting ? never : originalFetch(...args).finally(() => isExiting && never)
}

/** Responses before the exit may still navigate. Older browsers lack the Navigation API. */
function onNavigate(event: NavigateEvent) {
  if (isExiting && event.navigationType !== 'traverse' && event.destination.url !== exitUrl)
    event.preventDefault()
}

let lastEscape = Number.NEGATIVE_INFINITY

function escapePressed(now: number) {
  const isDoublePress = now - lastEscape <= doublePressMs()
  lastEscape = isDoublePress ? Number.NEGATIVE_INFINITY : now
  if (!isDoublePress || readSetting(shortcutKey) === 'off') return false
  const element = document.querySelector('quick-hide')
  if (element) exit(element)
  return element !== null
}

function onKeydown(event: KeyboardEvent) {
  // Ignore ESC of an input method (point 17); Safari reports it only as keyCode 229.
  if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229) return
  // A third press would cancel loading the destination (point 18). A search field would clear itself, which loses the text and delays the
  // second press until the page has rendered again. Elsewhere the first press keeps its default action.
  if (isExiting || (event.target as HTMLInputElement).type === 'search') event.preventDefault()
  // Ignore key repeat too.
  if (!isExiting && !event.repeat && escapePressed(event.timeStamp)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}

/** ESC that ends full screen may send no key event, so the change counts as the press (point 15). If both come, they are one press. */
function onFullscreenChange(event: Event) {
  if (document.fullscreenElement || isExiting || event.timeStamp - lastEscape <= samePressMs) return
  escapePressed(event.timeStamp)
}

/** Settings of this page, when storage is blocked. */
const unstoredSettings = new Map<string, string>()

function readSetting(key: string): string | null {
  try {
    return unstoredSettings.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeSetting(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The tip shows again on the next page (specification point 2).
    unstoredSettings.set(key, value)
  }
}

/** The first-time tip, shown until dismissed. */
export class QuickHideTip extends HTMLElement {
  connectedCallback() {
    this.querySelector('button')?.addEventListener('click', () => {
      writeSetting(tipKey, 'true')
      // Hidden, not removed: React may own the node.
      document.documentElement.dataset.tip = 'off'
      document.querySelector<HTMLElement>('main')?.focus()
    })
  }
}

/** Turns the ESC shortcut on or off (point 19). */
export class ShortcutSwitch extends HTMLElement {
  connectedCallback() {
    const box = this.querySelector('input')
    if (!box) return
    // The first storage access blocks on another process; do not delay the rest of the script.
    setTimeout(() => {
      box.checked = readSetting(shortcutKey) !== 'off'
    })
    box.addEventListener('change', () => {
      writeSetting(shortcutKey, box.checked ? 'on' : 'off')
      for (const other of document.querySelectorAll<HTMLInputElement>('shortcut-switch input'))
        other.checked = box.checked
    })
  }
}

/** Runs before all other scripts and listens in the capture phase, so that no `stopPropagation` can block it (point 15). */
export function defineQuickHide() {
  addEventListener('keydown', onKeydown, { capture: true })
  document.addEventListener('fullscreenchange', onFullscreenChange)
  addEventListener('pageshow', onPageshow)
  window.fetch = fetchUnlessExiting
  channel?.addEventListener('message', () => {
    const element = document.querySelector('quick-hide')
    if (element) exit(element, true)
  })
  customElements.define('quick-hide', QuickHide)
  customElements.define('quick-hide-tip', QuickHideTip)
  customElements.define('shortcut-switch', ShortcutSwitch)
}
