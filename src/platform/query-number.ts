import { z } from 'zod'

/** Decimal digits only: `Number` would accept `0x10`, `1e1`, `+1`, a space and the empty string. */
export function queryNumber(name: string, { min, max }: { min: number; max: number }) {
  const message = `${name} is a whole number from ${min} to ${max}, in plain digits`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int(message).min(min, message).max(max, message),
  )
}
