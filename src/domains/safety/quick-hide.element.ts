/**
 * Quick Hide: leaves the site at once, by the button or by ESC twice (specification point 2, "Quick Hide"). It imports no other
 * room, so that nothing else can break it. Without JavaScript its form posts to `/leave`, which does the same from the server.
 *
 * `<quick-hide href="…" fallback="…"><form action="/leave" method="post"><button>…`
 */
import { escapeTimeKey, neutralIcon } from './safety.contract.ts'

/** Two presses of ESC within this time leave (milliseconds): a second, or what was chosen in Settings (point 19). */
const doublePressMs = () => Math.max(1, Number(readSetting(escapeTimeKey)) || 1) * 1_000
/** A key and the end of full screen within this time are one press (milliseconds). */
const samePressMs = 1_000
/** When the destination has not answered by then, the other one is tried (milliseconds). */
const fallbackDelayMs = 3_000

const shortcutKey = 'unfogQuickHideShortcut'
const tipKey = 'unfogQuickHideTipDismissed'

/** What one tab does, all of ours do (point 11). */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('quick-hide')

let isExiting = false
/** Where leaving leads, and nothing else any more. */
let exitUrl = ''

const originalFetch = window.fetch

export class QuickHide extends HTMLElement {
  connectedCallback() {
    // Any button of the mouse, with any key held: middle click and Ctrl-click would leave this page standing (point 2).
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
 * Blanks the page, tells the other tabs and the server, and goes. The page is empty before the destination has answered, however
 * slow it is (points 3 and 4): nothing here waits for the network.
 *
 * @param fromOtherTab by another tab, which tells the server: only what was typed here is still to be said
 */
function exit(element: Element, fromOtherTab = false) {
  if (isExiting) return
  isExiting = true
  // What a browser does not know of it keeps nobody here.
  try {
    exitNow(fromOtherTab)
  } finally {
    // Without a network the browser's own error would name the destination, and lead back here (point 22).
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
  // What somebody was typing goes along: a page that holds such puts it in (safety point 13), and stays blank itself.
  const exitRequest: RequestInit = {}
  document.dispatchEvent(new CustomEvent('quickhide:exit', { detail: exitRequest }))
  if (!fromOtherTab) channel?.postMessage('')
  if (!fromOtherTab || exitRequest.body) {
    // Clears what we kept on the device; sent as a message of its own so that leaving never waits for it (points 9 and 20). Where the
    // browser refuses the words, because others of this page are on their way (Fetch standard, "keepalive"), it goes without.
    const postExit = (init?: RequestInit) =>
      originalFetch('/leave', { ...init, method: 'POST', keepalive: true })
    postExit(exitRequest)
      .catch(() => postExit())
      .catch(() => {})
  }
}

/** By `replace`, so that Back does not lead here; a plain redirect where that throws (point 5). */
function go(href: string) {
  exitUrl = new URL(href, location.href).href
  try {
    location.replace(href)
  } catch {
    location.href = href
  }
}

/** No text of ours, a neutral title and icon, silence (point 3). A status says "Loading" to those who listen (point 19). */
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
  // The theme, and in Safe Mode which page it was.
  for (const name in root.dataset) delete root.dataset[name]
  root.textContent = ''
  root.append(head, body)
  document.title = 'Loading'
  status.textContent = 'Loading'
}

/** What could be anybody's stands in place of a destination that cannot be reached (safety point 22). */
function showOfflinePage() {
  document.title = 'Lentil soup'
  document.body.innerHTML = '<h1>Lentil soup</h1><p>Soften an onion, add lentils and stock, simmer.'
}

/** What a script of the page put off for later, such as the search for a word just typed, is not sent any more (point 20). */
function clearTimers() {
  for (let timer = Number(setTimeout(() => {})); timer > 0; timer--) clearTimeout(timer)
}

/** A page that left and comes back from the browser's memory is still blank: it stays so and is asked for anew (point 8). */
function onPageshow(event: PageTransitionEvent) {
  if (!isExiting || !event.persisted) return
  exitUrl = location.href
  location.reload()
}

/**
 * Once one leaves, a script of the page asks for nothing more, and hears no answer to what it asked for before, nor that there is none
 * (points 3 and 20): who has no session any more would be led to sign in, and Safe Mode would lead on.
 */
function fetchUnlessExiting(...args: Parameters<typeof fetch>): Promise<Response> {
  const never = new Promise<Response>(() => {})
  return isExiting ? never : originalFetch(...args).finally(() => isExiting && never)
}

/** What it heard before may lead somewhere too. An older browser cannot say that it would. */
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
  // An input method's own ESC is not a decision (point 17); Safari names it by the code 229 alone.
  if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229) return
  // A third and fourth press would cancel the loading of the destination (point 18). A search box would empty itself: the words would
  // be lost, and the second press would wait until the page is drawn again. Everywhere else the first press keeps its meaning.
  if (isExiting || (event.target as HTMLInputElement).type === 'search') event.preventDefault()
  // Neither is a held key a decision.
  if (!isExiting && !event.repeat && escapePressed(event.timeStamp)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}

/**
 * Leaving full screen by ESC sends no key to the page: the change itself is the press (point 15). Where the browser sends
 * both, they are one press, not two.
 */
function onFullscreenChange(event: Event) {
  if (document.fullscreenElement || isExiting || event.timeStamp - lastEscape <= samePressMs) return
  escapePressed(event.timeStamp)
}

/** Choices of this page alone, where storage is refused. */
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
    // The choice holds for this page only, and the tip shows again on the next (specification point 2).
    unstoredSettings.set(key, value)
  }
}

/** The first-time tip: shown until dismissed, always where storage is refused. */
export class QuickHideTip extends HTMLElement {
  connectedCallback() {
    this.querySelector('button')?.addEventListener('click', () => {
      writeSetting(tipKey, 'true')
      // Hidden, not removed: on an interactive page it is React's.
      document.documentElement.dataset.tip = 'off'
      document.querySelector<HTMLElement>('main')?.focus()
    })
  }
}

/** The switch beside the tip and in the footer: turns the ESC shortcut off for those whom it would surprise (point 19). */
export class ShortcutSwitch extends HTMLElement {
  connectedCallback() {
    const box = this.querySelector('input')
    if (!box) return
    // The first look at storage waits for another process, and all that the page's script defines after this would wait with it.
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

/** Listens first of all scripts and in the capturing phase, so that nobody's stopPropagation can stand in the way (point 15). */
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
