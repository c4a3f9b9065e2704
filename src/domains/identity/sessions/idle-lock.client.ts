import { type LockMinutes, lockLife, saysUseEvery } from './safe-mode.rules.ts'
import type { SessionSummary } from './sessions.contract.ts'

/** Another tab that is used keeps this one open too; one that locks closes all. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('idle-lock')
/** When the server could not be told, it is told again (milliseconds). */
const again = 3_000
const session = '/auth-test/session'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'] as const

/**
 * Locks the page that nobody uses (docs/decisions/020): it is blank at once, what was typed last is kept, the session is closed on
 * the server, and who comes back is asked who they are. By the clock, not by a timer alone, so that a telephone that slept, or a
 * page that comes back from the browser's memory, shows nothing.
 *
 * @param next where the question is asked
 * @returns ends it
 */
export function lockWhenIdle(minutes: LockMinutes, next: () => string): () => void {
  const over = new AbortController()
  const { signal } = over
  const life = lockLife(minutes)
  let usedAt = Date.now()
  let saidAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let locking = false

  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, Math.max(50, usedAt + life - Date.now()))
  }

  function look() {
    if (signal.aborted || locking) return
    if (Date.now() - usedAt < life) return wait()
    // It may have slept while another tab was used: the server knows.
    locking = true
    blank(true)
    askLockIn().then((left) => {
      if (left === undefined || left <= 1_000) return lock()
      usedAt = Date.now() - life + left
      locking = false
      blank(false)
      wait()
    })
  }

  function use(event: Event) {
    if (locking || isExit(event)) return
    const now = Date.now()
    if (now - usedAt >= life) return look()
    usedAt = now
    if (now - saidAt < saysUseEvery(minutes)) return
    saidAt = now
    tabs?.postMessage('used')
    fetch(session, { method: 'POST' }).catch(() => {})
  }

  async function lock() {
    const parting: RequestInit = {}
    document.dispatchEvent(new CustomEvent('locking', { detail: parting }))
    while (!signal.aborted) {
      const told = await fetch(`${session}/lock`, { ...parting, method: 'POST', keepalive: true }).catch(
        () => undefined,
      )
      if (told?.ok) break
      say('Locked. Waiting for the connection…')
      await new Promise((resolve) => setTimeout(resolve, again))
    }
    if (signal.aborted) return
    tabs?.postMessage('locked')
    location.replace(next())
  }

  const hear = ({ data }: MessageEvent) => {
    if (signal.aborted || locking) return
    if (data === 'used' && Date.now() - usedAt < life) usedAt = Date.now()
    if (data !== 'locked') return
    locking = true
    blank(true)
    lock()
  }
  tabs?.addEventListener('message', hear, { signal })
  for (const sign of signs) addEventListener(sign, use, { signal, passive: true, capture: true })
  document.addEventListener('visibilitychange', look, { signal })
  addEventListener('pageshow', look, { signal })
  // A page that Quick Hide has left asks for nothing any more (safety point 20).
  const end = () => {
    over.abort()
    clearTimeout(timer)
  }
  document.addEventListener('quickhide:exit', end, { signal })
  wait()
  return end
}

/** Before Quick Hide nothing is sent (safety point 20). */
const isExit = (event: Event) =>
  (event as KeyboardEvent).key === 'Escape' ||
  (event.target instanceof Element && event.target.closest('quick-hide') !== null)

/** @returns milliseconds until the page should lock, by the server's clock; undefined when it has, or cannot be asked */
async function askLockIn(): Promise<number | undefined> {
  try {
    const answer = (await (await fetch(session)).json()) as { session: SessionSummary | null }
    return answer.session?.lock_in ?? undefined
  } catch {
    return undefined
  }
}

/** Nothing is left to see but the eye that leaves (private.css). The words stay in the page until they are kept. */
function blank(on: boolean) {
  document.documentElement.toggleAttribute('data-locked', on)
  if (on) say('')
  else document.querySelector('[data-lock-message]')?.remove()
}

function say(text: string) {
  let words = document.querySelector('[data-lock-message]')
  if (!words) {
    words = document.createElement('p')
    words.setAttribute('data-lock-message', '')
    words.setAttribute('role', 'status')
    document.body.append(words)
  }
  words.textContent = text
}
