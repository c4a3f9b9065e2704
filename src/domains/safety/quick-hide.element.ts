/**
 * Exits the site, by the button or by ESC twice (specification point 2). It imports only its own domain, so
 * that nothing else can break it. Without JavaScript its form posts to `/leave`.
 */
import * as messages from './messages.en.yaml'
import { escapeTimeKey, neutralIcon } from './safety.contract.ts'

/** Two presses within this time exit (point 19). */
const doublePressMs = () => Math.max(1, Number(readSetting(escapeTimeKey)) || 1) * 1_000
/** A key press and the end of full screen within this time are one press. */
const samePressMs = 1_000
/** After so long without a response, try the fallback destination. */
const fallbackDelayMs = 3_000

const shortcutKey = 'unfogQuickHideShortcut'
const tipKey = 'unfogQuickHideTipDismissed'

/** Exits in all tabs (point 11). */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('quick-hide')

let isExiting = false
/** After exiting, navigation may only go here. */
let exitUrl = ''

const originalFetch = window.fetch

export class QuickHide extends HTMLElement {
  connectedCallback() {
    // Middle click and Ctrl-click would leave this page open (point 2).
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
 * Nothing here waits for the network: the page is empty immediately (points 3 and 4).
 * @param fromOtherTab that tab has notified the server; send only a draft
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
  // Listeners may add an unsaved draft (safety point 13).
  const exitRequest: RequestInit = {}
  document.dispatchEvent(new CustomEvent('quickhide:exit', { detail: exitRequest }))
  if (!fromOtherTab) channel?.postMessage('')
  if (!fromOtherTab || exitRequest.body) {
    // Clears our data on the device, separately: exiting never waits for it (points 9 and 20). If the
    // keepalive quota rejects the draft (Fetch standard), send no draft.
    const postExit = (init?: RequestInit) =>
      originalFetch('/leave', { ...init, method: 'POST', keepalive: true })
    postExit(exitRequest)
      .catch(() => postExit())
      .catch(() => {})
  }
}

/** Back must not lead here; plain navigation if that throws (point 5). */
function go(href: string) {
  exitUrl = new URL(href, location.href).href
  try {
    location.replace(href)
  } catch {
    location.href = href
  }
}

/** A status tells screen readers "Loading" (points 3 and 19). */
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
  document.title = messages.loading()
  status.textContent = messages.loading()
}

/** For an unreachable destination (point 22). */
function showOfflinePage() {
  document.title = messages.recipeTitle()
  document.body.innerHTML = `<h1>${messages.recipeTitle()}</h1><p>${messages.recipe()}`
}

/** Cancels delayed requests, such as a search for text just typed (point 20). */
function clearTimers() {
  for (let timer = Number(setTimeout(() => {})); timer > 0; timer--) clearTimeout(timer)
}

/** The back/forward cache restores a blank page: reload it (point 8). */
function onPageshow(event: PageTransitionEvent) {
  if (!isExiting || !event.persisted) return
  exitUrl = location.href
  location.reload()
}

/**
 * After exiting, starts no requests and never settles pending ones (points 3 and 20): a script would redirect
 * to sign-in, Safe Mode would navigate.
 */
function fetchUnlessExiting(...args: Parameters<typeof fetch>): Promise<Response> {
  const never = new Promise<Response>(() => {})
  return isExiting ? never : originalFetch(...args).finally(() => isExiting && never)
}

/** Responses before the exit may still navigate. */
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
  // ESC of an input method (point 17); Safari reports it only as keyCode 229.
  if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229) return
  // A third press would cancel loading the destination (point 18). A search field would clear itself, which
  // loses the text and delays the second press.
  if (isExiting || (event.target as HTMLInputElement).type === 'search') event.preventDefault()
  if (!isExiting && !event.repeat && escapePressed(event.timeStamp)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}

/** The end of full screen may send no key event, so it counts as a press (point 15). */
function onFullscreenChange(event: Event) {
  if (document.fullscreenElement || isExiting || event.timeStamp - lastEscape <= samePressMs) return
  escapePressed(event.timeStamp)
}

/** For when storage is blocked. */
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
    // The tip shows again on the next page.
    unstoredSettings.set(key, value)
  }
}

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
    // The first storage access blocks on another process.
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

/** Runs first and captures events, so that no `stopPropagation` can block it (point 15). */
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
