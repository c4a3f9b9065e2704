/** Why a request was refused: what the log and the metrics say beside the status. */
export type Refusal =
  /** Not signed in, or not allowed: by session, token, plan, second step or another site's page. */
  | 'authorization'
  /** Nothing that this address takes. */
  | 'input'
  /** Not possible now: a link that was used, a text that was changed meanwhile. */
  | 'state'
  /** More often than allowed. */
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

/**
 * Names what an answer refuses (ASVS 5.0, 16.3.2 and 16.3.3). It names no one: a count that grows is what shows an attack.
 *
 * @returns undefined for any other answer; another person's row is answered 404, like one that does not exist
 */
export const refusalOf = (status: number): Refusal | undefined => refusals[status]
