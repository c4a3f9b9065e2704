/** For the log and metrics. */
export type Refusal =
  /** Session, token, plan or MFA, or a cross-site request. */
  | 'authorization'
  | 'input'
  /** A used link, or a text that was changed elsewhere. */
  | 'state'
  | 'limit'

const refusals: Record<number, Refusal> = {
  400: 'input',
  401: 'authorization',
  403: 'authorization',
  405: 'input',
  409: 'state',
  410: 'state',
  413: 'input',
  415: 'input',
  422: 'input',
  429: 'limit',
}

/** ASVS 5.0, 16.3.2 and 16.3.3. Undefined for 404, which also hides other users' rows. */
export const refusalOf = (status: number): Refusal | undefined => refusals[status]
