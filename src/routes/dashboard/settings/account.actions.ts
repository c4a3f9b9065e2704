import { redirect } from 'react-router'
import { afterDeletionUrl, reauthenticatePath } from '../../../domains/account/account.contract.ts'
import { deleteAccount } from '../../../domains/account/deletion.writes.server.ts'
import * as accountMessages from '../../../domains/account/messages.en.yaml'
import { sessionCookies } from '../../../domains/identity/identity.rules.ts'
import { loggable } from '../../../platform/log.server.ts'
import { setCookies } from '../../set-cookies.ts'
import { requireReauth, respond, type SettingsAction } from './settings.actions.ts'

/** Handles the form where JavaScript does not run. */
const download: SettingsAction = async ({ form }) =>
  redirect(`/api/account/export?${new URLSearchParams({ time_zone: String(form.time_zone) })}`)

const reject = (problem: string, status: number) =>
  respond({ intent: 'erase-account', field: 'sure', problem }, status)

const deleteWithData: SettingsAction = async ({ engine, session }) => {
  const { auth, clock, config, log } = engine
  try {
    await deleteAccount({ auth, clock, mails: config.smtpUrl !== undefined }, session.user_id, 'person')
  } catch (thrown) {
    log.error('an account could not be erased', { error: loggable(thrown) })
    return reject(accountMessages.deleteFailed(), 503)
  }
  // The next page notifies the user's other tabs of the event cookie.
  return redirect(afterDeletionUrl, { headers: setCookies(sessionCookies(undefined, false, 'SIGNED_OUT')) })
}

export const accountActions: Record<string, SettingsAction> = {
  download: requireReauth(download, reauthenticatePath),
  'erase-account': async (context) =>
    context.form.sure === 'on'
      ? requireReauth(deleteWithData, reauthenticatePath)(context)
      : reject(accountMessages.tickFirst(), 400),
}
