import { data, redirect } from 'react-router'
import {
  accountMessages,
  afterErasure,
  reauthenticatePath,
} from '../../../domains/account/account.contract.ts'
import { deleteAccount } from '../../../domains/account/deletion.writes.server.ts'
import { sessionCookies } from '../../../domains/identity/identity.rules.ts'
import type { Said } from '../../../domains/identity/mfa/factors.contract.ts'
import { loggable } from '../../../platform/log.server.ts'
import { requireReauth, type SettingsAction } from './settings.actions.ts'

/** Without scripts: the browser takes the file in, and the page stays. */
const download: SettingsAction = async ({ form }) =>
  redirect(`/api/account/export?${new URLSearchParams({ time_zone: String(form.time_zone) })}`)

const refused = (problem: string, status: number) =>
  data<Said>({ intent: 'erase-account', field: 'sure', problem }, status)

const erase: SettingsAction = async ({ engine, session }) => {
  const { auth, clock, config, log } = engine
  try {
    await deleteAccount({ auth, clock, mails: config.smtpUrl !== undefined }, session.user_id, 'person')
  } catch (thrown) {
    log.error('an account could not be erased', { error: loggable(thrown) })
    return refused(accountMessages.eraseFailed, 503)
  }
  const headers = new Headers()
  // Their other tabs are told by the page that this leads to.
  for (const cookie of sessionCookies(undefined, false, 'SIGNED_OUT')) headers.append('Set-Cookie', cookie)
  return redirect(afterErasure, { headers })
}

/** The forms of 'Account Management', by the name that each sends. */
export const accountDeeds: Record<string, SettingsAction> = {
  download: requireReauth(download, reauthenticatePath),
  'erase-account': async (doing) =>
    doing.form.sure === 'on'
      ? requireReauth(erase, reauthenticatePath)(doing)
      : refused(accountMessages.sure, 400),
}
