import { z } from 'zod'

/**
 * A whole number in the query of an address, where every value is text. It takes plain decimal digits, and nothing else that JavaScript
 * reads as a number: `0x10`, `1e1`, `+1`, a space, or no text at all, which would be 0.
 *
 * @param name of the parameter, which the refusal says
 */
export function queryNumber(name: string, { min, max }: { min: number; max: number }) {
  const refusal = `${name} is a whole number from ${min} to ${max}, in plain digits`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int(refusal).min(min, refusal).max(max, refusal),
  )
}
