/** Secret scanners recognize a leaked token by it. */
export const serviceTokenPrefix = 'service_'

const hour = 60 * 60 * 1000
/** Hours. */
export const serviceTokenHours = { default: 1, max: 30 * 24 }

/** Parses hours into milliseconds. */
export function parseServiceTokenTtl(input: string | undefined): number | undefined {
  const hours = input === undefined ? serviceTokenHours.default : /^\d{1,4}$/.test(input) ? Number(input) : 0
  return hours >= 1 && hours <= serviceTokenHours.max ? hours * hour : undefined
}
