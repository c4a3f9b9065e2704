import { consumeEvent, markSignedOut } from './cookies.client.ts'
import { type SessionEvent, type SessionSummary, sessionEvents } from './sessions.contract.ts'

/** Our cookie session's `session` events (specification point 4), here and in other tabs. */
export type SessionChange = {
  event: SessionEvent
  /** Null on public pages. */
  session: SessionSummary | null
  /** Expired, or ended on another device. */
  ended?: boolean
}

/** Fraction of the lifetime after which a used session is renewed. */
const renewAfter = 0.05
/** Milliseconds between checks. */
const minInterval = 60_000
/** How long other tabs wait for a check (milliseconds). */
const tabTimeout = 2_000
/** Milliseconds. */
const signOutTimeout = 4_000
/** The longest timer delay (2^31 - 1 ms). */
const maxDelay = 2_147_483_647

export const sessionUrl = '/auth-test/session'

let current: SessionSummary | null = null
/** By this browser's clock. */
let endsAt = 0
let checkedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

/** Receives events of all tabs; returns a function that unsubscribes. */
export function onSessionEvent(listener: (change: SessionChange) => void): () => void {
  const onSession = (event: Event) => listener((event as CustomEvent<SessionChange>).detail)
  document.addEventListener('session', onSession)
  return () => document.removeEventListener('session', onSession)
}

let initialized = false

/** Tracks the page's session; returns a function that stops it. */
export function trackSession(session: SessionSummary): () => void {
  const controller = new AbortController()
  const { signal } = controller
  setSession(session)
  // From now on this file handles messages of other tabs.
  document.documentElement.dataset.interactive = ''
  if (!initialized) dispatch({ event: 'INITIAL_SESSION', session })
  initialized = true
  publishServerEvent()
  if (tabs) tabs.onmessage = ({ data }) => onTabMessage(data)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check(), {
    signal,
  })
  addEventListener('online', () => check('now'), { signal })
  // A page in the back/forward cache misses messages.
  addEventListener('pageshow', ({ persisted }) => persisted && check('now'), { signal })
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, (event) => mayExit(event) || onActivity(), { signal, passive: true })
  const end = () => {
    controller.abort()
    clearTimeout(timer)
  }
  // After Quick Hide a page sends no more requests (safety point 20).
  document.addEventListener('quickhide:exit', end, { signal })
  return end
}

/** Signs out, even offline (specification point 2): a marker makes the next request end the session. */
export async function signOut(): Promise<void> {
  markSignedOut()
  publish({ event: 'SIGNED_OUT', session: null })
  // Browsers of 2022 lack `AbortSignal.timeout`.
  const controller = new AbortController()
  setTimeout(() => controller.abort(), signOutTimeout)
  try {
    const response = await fetch('/auth-test/sign-out', {
      method: 'POST',
      // The endpoint only accepts form data.
      body: new URLSearchParams(),
      redirect: 'manual',
      keepalive: true,
      signal: controller.signal,
    })
    // The redirect to the home page is not followed.
    if (response.type !== 'opaqueredirect') throw new Error(`signing out was answered ${response.status}`)
    consumeEvent()
  } catch (thrown) {
    console.error('The server could not be reached to sign out', thrown)
  }
}

function publish(change: SessionChange) {
  setSession(change.session)
  tabs?.postMessage(change)
  dispatch(change)
}

const dispatch = (detail: SessionChange) =>
  document.dispatchEvent(new CustomEvent<SessionChange>('session', { detail }))

const ended = () => publish({ event: 'SIGNED_OUT', session: null, ended: true })

/** A public page sends no session. */
async function onTabMessage(change: SessionChange) {
  const out = change.event === 'SIGNED_OUT'
  const fetched = out || change.session ? change.session : await fetchSession('GET')
  const session = fetched === undefined ? current : fetched
  setSession(session)
  dispatch({ ...change, session })
  if (!session && !out) ended()
}

function setSession(session: SessionSummary | null) {
  current = session
  checkedAt = Date.now()
  endsAt = checkedAt + (session?.expires_in ?? 0)
  clearTimeout(timer)
  // An idle page must not stay visible after its session ends.
  if (session) scheduleCheck(session.expires_in + 1_000)
}

function scheduleCheck(milliseconds: number) {
  timer = setTimeout(() => check('now'), Math.min(milliseconds, maxDelay))
}

async function publishServerEvent() {
  const serverEvent = consumeEvent()
  const event = sessionEvents.find((name) => name === serverEvent)
  if (!event) return
  // The page may show the previous session. Other tabs may show another user's data, so they must not wait.
  const fetched = await Promise.race([
    fetchSession('GET'),
    new Promise<undefined>((late) => setTimeout(late, tabTimeout)),
  ])
  if (fetched === null) ended()
  else publish({ event, session: fetched ?? current })
}

/** Without a response, retries later. */
async function check(when: 'now' | 'later' = 'later') {
  if (!current || (when === 'later' && Date.now() - checkedAt < minInterval)) return
  const { user_id } = current
  const session = await fetchSession('GET')
  if (session === null) ended()
  // Someone else has signed in, and this page missed it.
  else if (session && session.user_id !== user_id) publish({ event: 'SIGNED_IN', session })
  else if (session) setSession(session)
  else {
    clearTimeout(timer)
    scheduleCheck(minInterval)
  }
}

/** Quick Hide must not be preceded by a request (safety point 20). */
export const mayExit = (event: Event) =>
  (event as KeyboardEvent).key === 'Escape' ||
  (event.target instanceof Element && event.target.closest('quick-hide') !== null)

let usedAt = Number.NEGATIVE_INFINITY

async function onActivity() {
  const now = Date.now()
  if (!current || now - usedAt < minInterval || endsAt - now > current.life * (1 - renewAfter)) return
  usedAt = now
  const session = await fetchSession('POST')
  // A failed refresh ends the session (specification point 4).
  if (session === null) ended()
  else if (session) publish({ event: 'TOKEN_REFRESHED', session })
}

/** Null if it has ended; undefined without a response. */
async function fetchSession(method: 'GET' | 'POST'): Promise<SessionSummary | null | undefined> {
  checkedAt = Date.now()
  try {
    const response = await fetch(sessionUrl, { method })
    if (!response.ok) throw new Error(`the session was answered ${response.status}`)
    return ((await response.json()) as { session: SessionSummary | null }).session
  } catch (thrown) {
    console.warn('The session could not be looked up', thrown)
    return undefined
  }
}
