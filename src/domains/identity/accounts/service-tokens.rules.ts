/** By it a secret that lies about is known for what it is, by people and by the programs that look for such. */
export const servicePrefix = 'service_'

const hour = 60 * 60 * 1000
/** Hours that a token lasts: one unless told; thirty days at most, so that a forgotten one ends by itself. */
export const serviceHours = { usual: 1, most: 30 * 24 }

/** @param typed as the operator typed it @returns undefined for what is no such number */
export function serviceLife(typed: string | undefined): number | undefined {
  const hours = typed === undefined ? serviceHours.usual : /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return hours >= 1 && hours <= serviceHours.most ? hours * hour : undefined
}
