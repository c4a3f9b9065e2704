import { data, redirect } from 'react-router'
import { requestEmailChange } from '../../../domains/identity/credentials/email.writes.server.ts'
import { weaknessText } from '../../../domains/identity/credentials/password.rules.ts'
import {
  changePassword,
  setFirstPassword,
} from '../../../domains/identity/credentials/password.writes.server.ts'
import {
  changePasswordForm,
  emailForm,
  passwordForm,
  type Session,
} from '../../../domains/identity/identity.contract.ts'
import { isRecentlyAuthenticated, sessionEventCookie } from '../../../domains/identity/identity.rules.ts'
import type { Said } from '../../../domains/identity/mfa/factors.contract.ts'
import { reauthUrl } from '../../../domains/identity/mfa/factors.rules.ts'
import { cancelPendingChange, revokeAccess } from '../../../domains/identity/sessions/access.writes.server.ts'
import { type AuthEngine, endSession } from '../../../domains/identity/sessions/sessions.writes.server.ts'
import type { Owner } from '../../../platform/owner.ts'

/** Who does what: the fields of the form as they came. */
export type ActionContext = {
  engine: AuthEngine
  owner: Owner
  session: Session
  address: string
  form: Record<string, unknown>
}
export type SettingsAction = (doing: ActionContext) => Promise<ReturnType<typeof data<Said>> | Response>

/** Told to this page and to the other tabs. */
export const updated = { headers: { 'Set-Cookie': sessionEventCookie('USER_UPDATED') } }

export const tooOften = 'Too many attempts. Please wait a while and try again.'

/**
 * What changes how the account is opened asks for a fresh proof; after it, the person does the action.
 *
 * @param prove where they show who they are, and from where they come back to the form
 */
export const requireReauth =
  (intent: SettingsAction, prove = reauthUrl): SettingsAction =>
  (doing) =>
    isRecentlyAuthenticated(doing.session, doing.engine.clock.now())
      ? intent(doing)
      : Promise.resolve(redirect(prove))

export const end: SettingsAction = async ({ engine, session, form }) => {
  await endSession(engine.auth, session.user_id, String(form.session_id))
  return redirect('/dashboard/settings')
}

export const endOthers: SettingsAction = async ({ engine, session }) => {
  const { id: keep, user_id } = session
  await engine.auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  return redirect('/dashboard/settings')
}

export const password: SettingsAction = async ({ engine, session, address, form }) => {
  const said = (field: string, problem: string | undefined, status = 400) =>
    data<Said>({ intent: 'password', field, problem }, status)
  const parsed = changePasswordForm.safeParse(form)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return said(String(issue?.path[0]), issue?.message)
  }
  const changed = await changePassword(engine, session, parsed.data, { address })
  switch (changed.outcome) {
    case 'changed':
      return data<Said>(
        { intent: 'password', done: 'Your password is changed. Every other device was signed out.' },
        updated,
      )
    case 'weak':
      return said('password', weaknessText(changed.reasons))
    case 'wrong':
      return said('current', 'That is not your current password.')
    case 'wait':
      return said('current', tooOften, 429)
  }
}

/** For who has none yet. There is no old one to show, so it stands behind a fresh proof (settings.tsx). */
export const firstPassword: SettingsAction = async ({ engine, session, form }) => {
  const said = (problem: string | undefined, status = 400) =>
    data<Said>({ intent: 'password', field: 'password', problem }, status)
  const parsed = passwordForm.safeParse(form)
  if (!parsed.success) return said(parsed.error.issues[0]?.message)
  const set = await setFirstPassword(engine, session, parsed.data.password)
  switch (set.outcome) {
    case 'changed':
      return data<Said>({
        intent: 'password',
        done: 'Your password is set. From now on you can sign in with it too. Every other device was signed out.',
      })
    case 'weak':
      return said(weaknessText(set.reasons))
    case 'has_one':
      return said('Your account has a password already. You can change it here.', 409)
    case 'no_address':
      return said('A password works together with an address. Please add one first.', 409)
  }
}

/** Takes back a change of address that waits for its confirmation. It lowers no protection, so it asks for no proof. */
export const keepEmail: SettingsAction = async ({ engine, session }) => {
  await cancelPendingChange(engine.auth, session.user_id)
  return data<Said>({ intent: 'email', done: 'The change is canceled. Your email address stays as it is.' })
}

export const email: SettingsAction = async ({ engine, session, form }) => {
  const typed = typeof form.new_email === 'string' ? form.new_email.slice(0, 254) : ''
  const said = (problem: string | undefined, status = 400) =>
    data<Said>({ intent: 'email', field: 'new_email', problem, typed }, status)
  const done = (words: string, init?: typeof updated) => data<Said>({ intent: 'email', done: words }, init)
  const parsed = emailForm.safeParse({ email: form.new_email })
  if (!parsed.success) return said(parsed.error.issues[0]?.message)
  const asked = await requestEmailChange(engine, session, parsed.data.email)
  switch (asked.outcome) {
    case 'changed':
      return done('Your address is changed. Every other device was signed out.', updated)
    case 'check_mail':
      return done(
        `Two messages are on their way: one to your address now, one to ${parsed.data.email}. Open the links in both within one hour. Until then nothing changes, and you can cancel it here.`,
      )
    case 'check_new_mail':
      return done(
        `A message is on its way to ${parsed.data.email}. Open the link in it within one hour. Until then nothing changes.`,
      )
    case 'same':
      return said('This is your address already.')
    case 'taken':
      return said('There is an account with this address already.', 409)
    case 'closed':
      return said('Addresses cannot be changed here yet: this server sends no mail.', 503)
    case 'wait':
      return said(tooOften, 429)
  }
}
