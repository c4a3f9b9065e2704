import { authError } from '../auth-api.rules.ts'

export const userNotFound = authError('user_not_found', 'User not found')
const seconds = { h: 3600, m: 60, s: 1 } as const

/** @returns null for a lifted ban */
export function banEnd(duration: string, now: Date): Date | null {
  const parts = [...duration.matchAll(/([\d.]+)([hms])/g)]
  const length = parts.reduce(
    (sum, [, number, unit]) => sum + Number(number) * seconds[unit as keyof typeof seconds],
    0,
  )
  return length > 0 ? new Date(now.getTime() + length * 1000) : null
}

export const phoneExists = authError('phone_exists', 'Phone number already registered by another user')

/** RFC 8288. The client reads the number after the first `=`, so `page` is first. */
export function pageLinks(
  path: string,
  {
    page,
    per_page,
    ...otherParams
  }: { page: number; per_page: number; [name: string]: string | number | undefined },
  total: number,
): string {
  const definedParams = Object.entries(otherParams).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  const query = definedParams.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('')
  const last = Math.max(1, Math.ceil(total / per_page))
  const link = (number: number, rel: string) =>
    `<${path}?page=${number}&per_page=${per_page}${query}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
