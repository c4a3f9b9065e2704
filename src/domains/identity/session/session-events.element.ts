import { type SessionEvent, type SessionSummary, sessionEvents } from './contract.ts'

/**
 * The client of our own cookie session, for pages that run React (specification point 4, "Authentication session"): tells what
 * happens to the session in the seven events that the specification names, here and in the other tabs, keeps the session alive
 * while it is used, and notices when it has ended. It never sees the session's token. What happens is told as an event of the
 * document, `session`, with a `detail` of this shape.
 */
export type SessionChange = {
  event: SessionEvent
  session: SessionSummary | null
  /** Signed out by nobody here: it had its time, or was ended on another device. */
  ended?: boolean | undefined
}

/** After this share of its life a session that is used is renewed; a look within `pause` of the last one tells nothing new. */
const renewAfter = 0.05
const pause = 60_000
/** How long signing out waits for the server (milliseconds). */
const patience = 4_000
/** The longest time that a timer can hold (2^31 - 1 ms). */
const longest = 2_147_483_647

const address = '/auth-test/session'

let current: SessionSummary | null = null
let lookedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

/**
 * @param listener is told whatever happens from now on, here or in another tab
 * @returns ends it
 */
export function onSessionEvent(listener: (change: SessionChange) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<SessionChange>).detail)
  document.addEventListener('session', hear)
  return () => document.removeEventListener('session', hear)
}

let begun = false

/**
 * Keeps the session that the page was written for; again, when the page is told of it anew.
 *
 * @returns ends it
 */
export function keepSession(session: SessionSummary): () => void {
  const over = new AbortController()
  const { signal } = over
  take(session)
  // From here on what other tabs say is heard here, and not by session.element.ts any more.
  document.documentElement.dataset.kept = ''
  if (!begun) tell({ event: 'INITIAL_SESSION', session })
  begun = true
  sayWhatHappened()
  if (tabs) tabs.onmessage = ({ data }) => hear(data)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), {
    signal,
  })
  addEventListener('online', () => look(), { signal })
  for (const sign of ['pointerdown', 'keydown'])
    addEventListener(sign, () => use(), { signal, passive: true })
  return () => {
    over.abort()
    clearTimeout(timer)
  }
}

/**
 * Signs out: at once here and in the other tabs, whatever the network does (specification point 2). No script can take the
 * session's cookie away, so a marker is left first, by which any request of this browser ends the session (server/gate.ts): the
 * one sent here or, when nobody can be told now, the next one. A failure is only logged.
 */
export async function signOut(): Promise<void> {
  setCookie('signed-out=1', 30 * 24 * 60 * 60)
  setCookie('signed-in=', 0)
  publish({ event: 'SIGNED_OUT', session: null })
  try {
    const answer = await fetch('/auth-test/sign-out', {
      method: 'POST',
      // As the form sends it: nothing else is answered there.
      body: new URLSearchParams(),
      redirect: 'manual',
      keepalive: true,
      signal: AbortSignal.timeout(patience),
    })
    // The answer leads home, and is not followed here.
    if (answer.type !== 'opaqueredirect') throw new Error(`signing out was answered ${answer.status}`)
    forgetWhatHappened()
  } catch (thrown) {
    console.error('Signing out could not be told to the server', thrown)
  }
}

function publish(change: SessionChange) {
  take(change.session)
  tabs?.postMessage(change)
  tell(change)
}

const tell = (detail: SessionChange) =>
  document.dispatchEvent(new CustomEvent<SessionChange>('session', { detail }))

/** What another tab says. A page without React knows no session: then it is looked up. */
async function hear({ event, session, ended }: Pick<SessionChange, 'event'> & Partial<SessionChange>) {
  const now = event === 'SIGNED_OUT' ? null : (session ?? (await ask('GET')))
  tell({ event, session: now ?? current, ended })
  if (now) take(now)
  else if (now === null && event !== 'SIGNED_OUT')
    publish({ event: 'SIGNED_OUT', session: null, ended: true })
}

function take(session: SessionSummary | null) {
  current = session
  lookedAt = Date.now()
  clearTimeout(timer)
  // A page that nobody uses any more does not stay on the screen when its session has ended.
  if (session)
    timer = setTimeout(() => look('now'), Math.min(session.expires_at - Date.now() + 1_000, longest))
}

/** What the server said with its last answer, in a cookie that lives for a minute and opens nothing. */
function sayWhatHappened() {
  const said = /(?:^|; )session-event=(\w+)/.exec(document.cookie)?.[1]
  const event = sessionEvents.find((name) => name === said)
  forgetWhatHappened()
  if (event) publish({ event, session: current })
}

const forgetWhatHappened = () => setCookie('session-event=', 0)

/** Asks whether the session still stands. Without an answer nothing changes: it is asked again. */
async function look(when: 'now' | 'later' = 'later') {
  if (!current || (when === 'later' && Date.now() - lookedAt < pause)) return
  const session = await ask('GET')
  if (session === null) publish({ event: 'SIGNED_OUT', session: null, ended: true })
  else if (session) take(session)
}

let renewing = false

/** Somebody uses the page: the session lives on from now (design: a shared device has a short idle limit). */
async function use() {
  if (!current || renewing || current.expires_at - Date.now() > current.life * (1 - renewAfter)) return
  renewing = true
  const session = await ask('POST')
  renewing = false
  // A refresh that can never succeed any more removes the session (specification point 4).
  if (session === null) publish({ event: 'SIGNED_OUT', session: null, ended: true })
  else if (session) publish({ event: 'TOKEN_REFRESHED', session })
}

/** @returns the session, null when there is none any more, undefined when nobody answered */
async function ask(method: 'GET' | 'POST'): Promise<SessionSummary | null | undefined> {
  try {
    const answer = await fetch(address, { method })
    if (!answer.ok) throw new Error(`the session was answered ${answer.status}`)
    return ((await answer.json()) as { session: SessionSummary | null }).session
  } catch (thrown) {
    console.warn('The session could not be looked up', thrown)
    return undefined
  }
}

function setCookie(pair: string, seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${pair}; Path=/; Secure; SameSite=Lax; Max-Age=${seconds}`
}
