/** By it a secret that lies about is known for what it is, by people and by the programs that look for such. */
export const serviceTokenPrefix = 'service_'

const hour = 60 * 60 * 1000
/** Hours that a token lasts: one unless told; thirty days at most, so that a forgotten one ends by itself. */
export const serviceTokenHours = { default: 1, max: 30 * 24 }

/** @param input as the operator typed it @returns undefined for what is no such number */
export function parseServiceTokenTtl(input: string | undefined): number | undefined {
  const hours = input === undefined ? serviceTokenHours.default : /^\d{1,4}$/.test(input) ? Number(input) : 0
  return hours >= 1 && hours <= serviceTokenHours.max ? hours * hour : undefined
}
