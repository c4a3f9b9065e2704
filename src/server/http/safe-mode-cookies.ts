import { maskedPathCookieName, safeModeCookieName } from '../../domains/safety/safe-mode.rules.ts'
import { readCookie } from '../../platform/cookies.ts'

/** @param cookies a Cookie header */
export const isSafeMode = (cookies: string | null | undefined): boolean =>
  readCookie(cookies, safeModeCookieName) === '1'

/** The encrypted value that `maskedPathCookie` set. */
export const maskedPathCookieFrom = (cookies: string | null | undefined): string | undefined =>
  readCookie(cookies, maskedPathCookieName)
