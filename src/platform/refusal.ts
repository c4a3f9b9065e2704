/** Why a request was rejected, for the log and metrics. */
export type Refusal =
  /** Missing or insufficient session, token, plan or MFA, or a cross-site request. */
  | 'authorization'
  /** Invalid request. */
  | 'input'
  /** Conflict, such as a used link or a text that was changed elsewhere. */
  | 'state'
  /** Rate limited. */
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
 * The reason behind a status (ASVS 5.0, 16.3.2 and 16.3.3). It identifies no user: a growing count is what reveals an attack.
 *
 * @returns undefined for other statuses, such as 404, which also hides rows of other users
 */
export const refusalOf = (status: number): Refusal | undefined => refusals[status]
