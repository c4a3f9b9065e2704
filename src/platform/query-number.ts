import { z } from 'zod'

/**
 * Schema of an integer query parameter. Accepts decimal digits only; `Number` would also accept `0x10`, `1e1`, `+1`, a space, and the
 * empty string as 0.
 *
 * @param name of the parameter, for the error message
 */
export function queryNumber(name: string, { min, max }: { min: number; max: number }) {
  const message = `${name} is a whole number from ${min} to ${max}, in plain digits`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int(message).min(min, message).max(max, message),
  )
}
