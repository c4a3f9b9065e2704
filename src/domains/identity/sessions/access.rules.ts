/* docs/threat-model.md shows this table. */

/** Everything that gives access, or could soon. */
export const waysIn = {
  session: 'a session of another device',
  refresh_token: 'a refresh token of an app',
  pkce_code: 'a sign-in code of an app that was not exchanged yet',
  mailed_link: 'a mailed link that signs in or sets a password',
  mailed_code: 'a mailed code that signs in',
  pending_change: 'a change of address or number that waits for its confirmation',
  provider_flow: 'the way to a provider, begun by someone who is signed in',
  service_token: 'a service token of the operator',
  draft_grace: 'the five seconds in which a browser that left may still save a draft',
} as const
export type WayIn = keyof typeof waysIn

/** `here`: only in this browser. */
type Effect = 'ends' | 'stays' | 'here'

const everything = {
  session: 'ends',
  refresh_token: 'ends',
  pkce_code: 'ends',
  mailed_link: 'ends',
  mailed_code: 'ends',
  pending_change: 'ends',
  provider_flow: 'ends',
  // The operator's, for no account.
  service_token: 'stays',
  // It accepts a draft and returns nothing.
  draft_grace: 'stays',
} as const satisfies Record<WayIn, Effect>

const onlyThisBrowser = {
  ...everything,
  session: 'here',
  refresh_token: 'stays',
  pkce_code: 'stays',
  mailed_link: 'stays',
  mailed_code: 'stays',
  pending_change: 'stays',
  provider_flow: 'stays',
} as const satisfies Record<WayIn, Effect>

/** A current session stays. All other access ends if someone else may have it. */
export const accessTable = {
  'password changed': everything,
  'password reset by mail': everything,
  'address moved': everything,
  'number moved': everything,
  'first second step added': everything,
  'last second step removed': everything,
  'signed out everywhere': everything,
  suspended: everything,
  erased: { ...everything, draft_grace: 'ends' },
  'signed out here': onlyThisBrowser,
  'Quick Hide': onlyThisBrowser,
  'idle lock': onlyThisBrowser,
} as const satisfies Record<string, Record<WayIn, Effect>>
export type AccessEvent = keyof typeof accessTable
