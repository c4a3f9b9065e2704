import { data, redirect } from 'react-router'
import {
  accountMessages,
  afterErasure,
  reauthenticatePath,
} from '../../../domains/account/account.contract.ts'
import { deleteAccount } from '../../../domains/account/deletion.writes.server.ts'
import { sessionCookies } from '../../../domains/identity/identity.rules.ts'
import type { SettingsActionData } from '../../../domains/identity/mfa/factors.contract.ts'
import { loggable } from '../../../platform/log.server.ts'
import { requireReauth, type SettingsAction } from './settings.actions.ts'

/** Without JavaScript: the browser downloads the file and stays on the page. */
const download: SettingsAction = async ({ form }) =>
  redirect(`/api/account/export?${new URLSearchParams({ time_zone: String(form.time_zone) })}`)

const reject = (problem: string, status: number) =>
  data<SettingsActionData>({ intent: 'erase-account', field: 'sure', problem }, status)

const deleteWithData: SettingsAction = async ({ engine, session }) => {
  const { auth, clock, config, log } = engine
  try {
    await deleteAccount({ auth, clock, mails: config.smtpUrl !== undefined }, session.user_id, 'person')
  } catch (thrown) {
    log.error('an account could not be erased', { error: loggable(thrown) })
    return reject(accountMessages.eraseFailed, 503)
  }
  const headers = new Headers()
  // The next page reads this event cookie and notifies the user's other tabs.
  for (const cookie of sessionCookies(undefined, false, 'SIGNED_OUT')) headers.append('Set-Cookie', cookie)
  return redirect(afterErasure, { headers })
}

/** The actions of 'Account Management', by `intent`. */
export const accountActions: Record<string, SettingsAction> = {
  download: requireReauth(download, reauthenticatePath),
  'erase-account': async (context) =>
    context.form.sure === 'on'
      ? requireReauth(deleteWithData, reauthenticatePath)(context)
      : reject(accountMessages.sure, 400),
}
