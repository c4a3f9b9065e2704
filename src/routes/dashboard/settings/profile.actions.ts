import { savePreferences } from '../../../domains/connections/preferences.writes.server.ts'
import { saveDataLimit } from '../../../domains/identity/accounts/data-minimization.writes.server.ts'
import * as accountMessages from '../../../domains/identity/accounts/messages.en.yaml'
import { profileForm } from '../../../domains/identity/accounts/profile.contract.ts'
import { saveProfile } from '../../../domains/identity/accounts/profile.writes.server.ts'
import { loggable } from '../../../platform/log.server.ts'
import { readOnlyAccount } from '../../../platform/messages.en.yaml'
import { isAccountDeletedError } from '../../../platform/owner.ts'
import * as messages from '../messages.en.yaml'
import { requireReauth, respond, type SettingsAction, userUpdatedInit } from './settings.actions.ts'

/** Handles the form where JavaScript does not run. */
const profile: SettingsAction = async ({ engine, owner, form }) => {
  const typed = (name: string) => (typeof form[name] === 'string' ? form[name].slice(0, 1000) : '')
  const names = { username: typed('username'), first_name: typed('first_name') }
  const reject = (field: string, problem: string | undefined, status = 400) =>
    respond({ intent: 'profile', field, problem, names }, status)
  const parsed = profileForm.safeParse(names)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return reject(String(issue?.path[0]), issue?.message)
  }
  try {
    const saved = await saveProfile(engine, owner, parsed.data)
    if (!saved) return reject('form', readOnlyAccount(), 403)
    return respond({ intent: 'profile', done: accountMessages.profileSaved() }, userUpdatedInit)
  } catch (thrown) {
    if (isAccountDeletedError(thrown)) throw thrown
    engine.log.error('a profile failed', { error: loggable(thrown) })
    return reject('form', accountMessages.profileFailed(), 503)
  }
}

/**
 * Open to restricted users: it writes no content. It deletes device data for good, so it needs
 * reauthentication.
 */
const limitData: SettingsAction = async (context) => {
  const { limit_data } = context.form
  if (limit_data !== 'on' && limit_data !== 'off') return respond({ intent: '' }, 400)
  return limit_data === 'on' ? requireReauth(saveLimit)(context) : saveLimit(context)
}

const saveLimit: SettingsAction = async ({ engine, session, form }) => {
  const on = form.limit_data === 'on'
  await saveDataLimit(engine.auth, session.user_id, on)
  return respond({
    intent: 'limit-data',
    done: on ? messages.limitDataOn() : messages.limitDataOff(),
  })
}

/** It only hides or shows, so it is open to restricted users. */
const journalTagging: SettingsAction = async ({ engine, owner, form }) => {
  const { journal_tagging } = form
  if (journal_tagging !== 'on' && journal_tagging !== 'off') return respond({ intent: '' }, 400)
  const on = journal_tagging === 'on'
  await savePreferences(engine.app, owner, { journal_tagging: on })
  return respond({ intent: 'journal-tagging', done: on ? messages.taggingOn() : messages.taggingOff() })
}

export const profileActions: Record<string, SettingsAction> = {
  profile,
  'limit-data': limitData,
  'journal-tagging': journalTagging,
}
