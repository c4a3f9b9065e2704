import * as messages from './messages.en.yaml'
import { activityInterval, idleTimeout, type LockMinutes } from './safe-mode.rules.ts'
import { mayExit, sessionUrl } from './session-events.client.ts'
import type { SessionSummary } from './sessions.contract.ts'

/** Activity in one tab keeps all unlocked; a lock in one locks all. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('idle-lock')
/** Milliseconds. */
const retryDelay = 3_000

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'] as const

/** Locks an idle page (decision 020), by wall-clock time: timers stop while a phone sleeps. Returns its stop. */
export function lockWhenIdle(minutes: LockMinutes, next: () => string): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const timeout = idleTimeout(minutes)
  let usedAt = Date.now()
  let reportedAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let locking = false

  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(check, Math.max(50, usedAt + timeout - Date.now()))
  }

  function check() {
    if (signal.aborted || locking) return
    if (Date.now() - usedAt < timeout) return schedule()
    // This tab may have slept while another was used: ask the server.
    locking = true
    blank(true)
    fetchLockIn().then((remaining) => {
      if (remaining === undefined || remaining <= 1_000) return lock()
      usedAt = Date.now() - timeout + remaining
      locking = false
      blank(false)
      schedule()
    })
  }

  function onActivity(event: Event) {
    if (locking || mayExit(event)) return
    const now = Date.now()
    if (now - usedAt >= timeout) return check()
    usedAt = now
    if (now - reportedAt < activityInterval(minutes)) return
    reportedAt = now
    tabs?.postMessage('used')
    fetch(sessionUrl, { method: 'POST' }).catch(() => {})
  }

  async function lock() {
    const requestInit: RequestInit = {}
    document.dispatchEvent(new CustomEvent('locking', { detail: requestInit }))
    while (!signal.aborted) {
      const response = await fetch(`${sessionUrl}/lock`, {
        ...requestInit,
        method: 'POST',
        keepalive: true,
      }).catch(() => undefined)
      if (response?.ok) break
      showMessage(messages.locked())
      await new Promise((resolve) => setTimeout(resolve, retryDelay))
    }
    if (signal.aborted) return
    tabs?.postMessage('locked')
    location.replace(next())
  }

  const onMessage = ({ data }: MessageEvent) => {
    if (signal.aborted || locking) return
    if (data === 'used' && Date.now() - usedAt < timeout) usedAt = Date.now()
    if (data !== 'locked') return
    locking = true
    blank(true)
    lock()
  }
  tabs?.addEventListener('message', onMessage, { signal })
  for (const type of activityEvents)
    addEventListener(type, onActivity, { signal, passive: true, capture: true })
  document.addEventListener('visibilitychange', check, { signal })
  addEventListener('pageshow', check, { signal })
  // After Quick Hide a page sends no more requests (safety point 20).
  const end = () => {
    controller.abort()
    clearTimeout(timer)
  }
  document.addEventListener('quickhide:exit', end, { signal })
  schedule()
  return end
}

/** Milliseconds by the server's clock; undefined if locked or unreachable. */
async function fetchLockIn(): Promise<number | undefined> {
  try {
    const answer = (await (await fetch(sessionUrl)).json()) as { session: SessionSummary | null }
    return answer.session?.lock_in ?? undefined
  } catch {
    return undefined
  }
}

/** Hides all but the Quick Hide button (private.css). Unsaved input stays until it is saved. */
function blank(on: boolean) {
  document.documentElement.toggleAttribute('data-locked', on)
  if (on) showMessage('')
  else document.querySelector('[data-lock-message]')?.remove()
}

function showMessage(text: string) {
  let element = document.querySelector('[data-lock-message]')
  if (!element) {
    element = document.createElement('p')
    element.setAttribute('data-lock-message', '')
    element.setAttribute('role', 'status')
    document.body.append(element)
  }
  element.textContent = text
}
