import { href, redirect } from 'react-router'
import { canUnlock, readWaysToUnlock } from '../../../domains/identity/sessions/safe-mode.reads.server.ts'
import { type LockMinutes, parseLockMinutes } from '../../../domains/identity/sessions/safe-mode.rules.ts'
import { saveSafeMode } from '../../../domains/identity/sessions/safe-mode.writes.server.ts'
import { maskedPathCookie, safeModeCookie } from '../../../domains/safety/safe-mode.rules.ts'
import { setCookies } from '../../set-cookies.ts'
import * as messages from '../messages.en.yaml'
import { respond, type SettingsAction } from './settings.actions.ts'

/** The switch reports its new state. */
const safeModeUrl = (now: 'on' | 'off') => `${href('/dashboard/settings')}?safe-mode=${now}#safe-mode`

const defaultLockMinutes: LockMinutes = 5

/** Needs no reauthentication: it grants no access, and the user may be in a hurry. */
const safeMode: SettingsAction = async ({ engine, session, form }) => {
  const { user_id } = session
  switch (form.safe_mode) {
    case 'on': {
      const ways = await readWaysToUnlock(engine, session, engine.config.providers)
      const lock_minutes = ways.password || ways.passkey ? defaultLockMinutes : null
      await saveSafeMode(engine, user_id, { safe_mode: true, lock_minutes })
      return redirect(form.from === 'home' ? `${href('/dashboard')}?safe-mode=on` : safeModeUrl('on'), {
        headers: { 'Set-Cookie': safeModeCookie(true) },
      })
    }
    case 'off': {
      await saveSafeMode(engine, user_id, { safe_mode: false })
      const lookCookie = '__Host-look=; Path=/; Secure; Max-Age=0'
      const headers = setCookies([safeModeCookie(false), maskedPathCookie(), lookCookie])
      return redirect(safeModeUrl('off'), { headers })
    }
    case 'refused':
      await saveSafeMode(engine, user_id, { safe_mode: false })
      return redirect(href('/dashboard'))
    default:
      return respond({ intent: '' }, 400)
  }
}

const idleLock: SettingsAction = async ({ engine, session, form }) => {
  const lock_minutes = parseLockMinutes(form.lock_minutes)
  const ways = await readWaysToUnlock(engine, session, engine.config.providers)
  if (lock_minutes === undefined || (lock_minutes !== null && !canUnlock(ways)))
    return respond({ intent: '' }, 400)
  await saveSafeMode(engine, session.user_id, { lock_minutes })
  return respond({
    intent: 'idle-lock',
    done: lock_minutes === null ? messages.staysOpen() : messages.locksAfter({ minutes: lock_minutes }),
  })
}

export const safeModeActions: Record<string, SettingsAction> = {
  'safe-mode': safeMode,
  'idle-lock': idleLock,
}
