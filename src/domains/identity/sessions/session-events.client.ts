import { consumeEvent, markSignedOut } from './cookies.client.ts'
import { type SessionEvent, type SessionSummary, sessionEvents } from './sessions.contract.ts'

/**
 * The client of our own cookie session, for pages that run React (specification point 4, "Authentication session"): tells what
 * happens to the session in the seven events that the specification names, here and in the other tabs, keeps the session alive
 * while it is used, and notices when it has ended. It never sees the session's token. What happens is told as an event of the
 * document, `session`, with a `detail` of this shape.
 */
export type SessionChange = {
  event: SessionEvent
  /** Null on a page outside the private area, which does not know it. */
  session: SessionSummary | null
  /** Signed out by nobody here: it had its time, or was ended on another device. */
  ended?: boolean
}

/** After this share of its life a session that is used is renewed. */
const renewAfter = 0.05
/** A look within this time of the last one tells nothing new, and what was not answered is not asked again sooner (milliseconds). */
const minInterval = 60_000
/** How long the other tabs wait for the server to be asked (milliseconds). */
const tabTimeout = 2_000
/** How long signing out waits for the server (milliseconds). */
const signOutTimeout = 4_000
/** The longest time that a timer can hold (2^31 - 1 ms). */
const maxDelay = 2_147_483_647

const sessionUrl = '/auth-test/session'

let current: SessionSummary | null = null
/** When it ends unless it is used, by this browser's clock. */
let endsAt = 0
let checkedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

/**
 * @param listener is told whatever happens from now on, here or in another tab
 * @returns ends it
 */
export function onSessionEvent(listener: (change: SessionChange) => void): () => void {
  const onSession = (event: Event) => listener((event as CustomEvent<SessionChange>).detail)
  document.addEventListener('session', onSession)
  return () => document.removeEventListener('session', onSession)
}

let initialized = false

/**
 * Keeps the session that the page was written for; again, when the page is told of it anew.
 *
 * @returns ends it
 */
export function trackSession(session: SessionSummary): () => void {
  const controller = new AbortController()
  const { signal } = controller
  setSession(session)
  // From here on what other tabs say is heard here, and not by session.element.ts any more.
  document.documentElement.dataset.interactive = ''
  if (!initialized) dispatch({ event: 'INITIAL_SESSION', session })
  initialized = true
  publishServerEvent()
  if (tabs) tabs.onmessage = ({ data }) => onTabMessage(data)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check(), {
    signal,
  })
  addEventListener('online', () => check('now'), { signal })
  // What comes back from the browser's memory heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && check('now'), { signal })
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, (event) => mayExit(event) || onActivity(), { signal, passive: true })
  const end = () => {
    controller.abort()
    clearTimeout(timer)
  }
  // A page that Quick Hide has left asks for nothing any more (safety point 20).
  document.addEventListener('quickhide:exit', end, { signal })
  return end
}

/**
 * Signs out: at once here and in the other tabs, whatever the network does (specification point 2). No script can take the
 * session's cookie away, so a marker is left first, by which any request of this browser ends the session (server/http/authentication.ts): the
 * one sent here or, when nobody can be told now, the next one. A failure is only logged.
 */
export async function signOut(): Promise<void> {
  markSignedOut()
  publish({ event: 'SIGNED_OUT', session: null })
  // Not `AbortSignal.timeout`, which browsers of 2022 do not have (docs/decisions/025).
  const controller = new AbortController()
  setTimeout(() => controller.abort(), signOutTimeout)
  try {
    const answer = await fetch('/auth-test/sign-out', {
      method: 'POST',
      // As the form sends it: nothing else is answered there.
      body: new URLSearchParams(),
      redirect: 'manual',
      keepalive: true,
      signal: controller.signal,
    })
    // The answer leads home, and is not followed here.
    if (answer.type !== 'opaqueredirect') throw new Error(`signing out was answered ${answer.status}`)
    consumeEvent()
  } catch (thrown) {
    console.error('Signing out could not be told to the server', thrown)
  }
}

function publish(change: SessionChange) {
  setSession(change.session)
  tabs?.postMessage(change)
  dispatch(change)
}

const dispatch = (detail: SessionChange) =>
  document.dispatchEvent(new CustomEvent<SessionChange>('session', { detail }))

/** Signed out by nobody here: the other tabs learn it too. */
const ended = () => publish({ event: 'SIGNED_OUT', session: null, ended: true })

/** What another tab says. A page without React knows no session: then it is looked up. */
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
  // A page that nobody uses any more does not stay on the screen when its session has ended.
  if (session) scheduleCheck(session.expires_in + 1_000)
}

function scheduleCheck(milliseconds: number) {
  timer = setTimeout(() => check('now'), Math.min(milliseconds, maxDelay))
}

async function publishServerEvent() {
  const said = consumeEvent()
  const event = sessionEvents.find((name) => name === said)
  if (!event) return
  // The page may have been written for the session as it was before. On a slow line it is told as the page knows it: what another
  // tab shows of somebody else does not wait.
  const fetched = await Promise.race([
    fetchSession('GET'),
    new Promise<undefined>((late) => setTimeout(late, tabTimeout)),
  ])
  if (fetched === null) ended()
  else publish({ event, session: fetched ?? current })
}

/** Asks whether the session still stands. Without an answer nothing changes: it is asked again. */
async function check(when: 'now' | 'later' = 'later') {
  if (!current || (when === 'later' && Date.now() - checkedAt < minInterval)) return
  const { user_id } = current
  const session = await fetchSession('GET')
  if (session === null) ended()
  // Somebody else signed in, and this page did not hear of it.
  else if (session && session.user_id !== user_id) publish({ event: 'SIGNED_IN', session })
  else if (session) setSession(session)
  else {
    clearTimeout(timer)
    scheduleCheck(minInterval)
  }
}

/** Before Quick Hide nothing is sent (safety point 20). */
const mayExit = (event: Event) =>
  (event as KeyboardEvent).key === 'Escape' ||
  (event.target instanceof Element && event.target.closest('quick-hide') !== null)

let usedAt = Number.NEGATIVE_INFINITY

/** Somebody uses the page: the session lives on from now (design: a shared device has a short idle limit). */
async function onActivity() {
  const now = Date.now()
  if (!current || now - usedAt < minInterval || endsAt - now > current.life * (1 - renewAfter)) return
  usedAt = now
  const session = await fetchSession('POST')
  // A refresh that can never succeed any more removes the session (specification point 4).
  if (session === null) ended()
  else if (session) publish({ event: 'TOKEN_REFRESHED', session })
}

/** @returns the session, null when there is none any more, undefined when nobody answered */
async function fetchSession(method: 'GET' | 'POST'): Promise<SessionSummary | null | undefined> {
  checkedAt = Date.now()
  try {
    const answer = await fetch(sessionUrl, { method })
    if (!answer.ok) throw new Error(`the session was answered ${answer.status}`)
    return ((await answer.json()) as { session: SessionSummary | null }).session
  } catch (thrown) {
    console.warn('The session could not be looked up', thrown)
    return undefined
  }
}
