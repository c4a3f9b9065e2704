import { data, href, redirect } from 'react-router'
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
import type { SettingsActionData } from '../../../domains/identity/mfa/factors.contract.ts'
import { reauthUrl } from '../../../domains/identity/mfa/factors.rules.ts'
import { cancelPendingChange, revokeAccess } from '../../../domains/identity/sessions/access.writes.server.ts'
import { type AuthEngine, endSession } from '../../../domains/identity/sessions/sessions.writes.server.ts'
import type { Owner } from '../../../platform/owner.ts'

/** `address` is the client IP. */
export type ActionContext = {
  engine: AuthEngine
  owner: Owner
  session: Session
  address: string
  form: Record<string, unknown>
}
export type SettingsAction = (context: ActionContext) => Promise<ReturnType<typeof respond> | Response>

/** Types the page's action data. */
export const respond = (result: SettingsActionData, init?: Parameters<typeof data>[1]) => data(result, init)

/** Notifies the user's other tabs too. */
export const userUpdatedInit = { headers: { 'Set-Cookie': sessionEventCookie('USER_UPDATED') } }

export const tooOften = 'Too many attempts. Please wait a while and try again.'

/** Requires a recent reauthentication; `reauthTo` leads back to the form. */
export const requireReauth =
  (action: SettingsAction, reauthTo = reauthUrl): SettingsAction =>
  (context) =>
    isRecentlyAuthenticated(context.session, context.engine.clock.now())
      ? action(context)
      : Promise.resolve(redirect(reauthTo))

export const signOutSession: SettingsAction = async ({ engine, session, form }) => {
  await endSession(engine.auth, session.user_id, String(form.session_id))
  return redirect(href('/dashboard/settings'))
}

export const signOutOthers: SettingsAction = async ({ engine, session }) => {
  const { id: keep, user_id } = session
  await engine.auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  return redirect(href('/dashboard/settings'))
}

export const password: SettingsAction = async ({ engine, session, address, form }) => {
  const reject = (field: string, problem: string | undefined, status = 400) =>
    respond({ intent: 'password', field, problem }, status)
  const parsed = changePasswordForm.safeParse(form)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return reject(String(issue?.path[0]), issue?.message)
  }
  const result = await changePassword(engine, session, parsed.data, { address })
  switch (result.outcome) {
    case 'changed':
      return respond(
        { intent: 'password', done: 'Your password is changed. Every other device was signed out.' },
        userUpdatedInit,
      )
    case 'weak':
      return reject('password', weaknessText(result.reasons))
    case 'wrong':
      return reject('current', 'That is not your current password.')
    case 'wait':
      return reject('current', tooOften, 429)
  }
}

/** There is no old password to check, so it needs reauthentication. */
export const firstPassword: SettingsAction = async ({ engine, session, form }) => {
  const reject = (problem: string | undefined, status = 400) =>
    respond({ intent: 'password', field: 'password', problem }, status)
  const parsed = passwordForm.safeParse(form)
  if (!parsed.success) return reject(parsed.error.issues[0]?.message)
  const result = await setFirstPassword(engine, session, parsed.data.password)
  switch (result.outcome) {
    case 'changed':
      return respond({
        intent: 'password',
        done: 'Your password is set. From now on you can sign in with it too. Every other device was signed out.',
      })
    case 'weak':
      return reject(weaknessText(result.reasons))
    case 'has_one':
      return reject('Your account has a password already. You can change it here.', 409)
    case 'no_address':
      return reject('A password works together with an address. Please add one first.', 409)
  }
}

/** It lowers no protection, so it needs no reauthentication. */
export const cancelEmailChange: SettingsAction = async ({ engine, session }) => {
  await cancelPendingChange(engine.auth, session.user_id)
  return respond({ intent: 'email', done: 'The change is canceled. Your email address stays as it is.' })
}

export const email: SettingsAction = async ({ engine, session, form }) => {
  const typed = typeof form.new_email === 'string' ? form.new_email.slice(0, 254) : ''
  const reject = (problem: string | undefined, status = 400) =>
    respond({ intent: 'email', field: 'new_email', problem, typed }, status)
  const done = (words: string, init?: typeof userUpdatedInit) =>
    respond({ intent: 'email', done: words }, init)
  const parsed = emailForm.safeParse({ email: form.new_email })
  if (!parsed.success) return reject(parsed.error.issues[0]?.message)
  const result = await requestEmailChange(engine, session, parsed.data.email)
  switch (result.outcome) {
    case 'changed':
      return done('Your address is changed. Every other device was signed out.', userUpdatedInit)
    case 'check_mail':
      return done(
        `Two messages are on their way: one to your address now, one to ${parsed.data.email}. Open the links in both within one hour. Until then nothing changes, and you can cancel it here.`,
      )
    case 'check_new_mail':
      return done(
        `A message is on its way to ${parsed.data.email}. Open the link in it within one hour. Until then nothing changes.`,
      )
    case 'same':
      return reject('This is your address already.')
    case 'taken':
      return reject('There is an account with this address already.', 409)
    case 'closed':
      return reject('Addresses cannot be changed here yet: this server sends no mail.', 503)
    case 'wait':
      return reject(tooOften, 429)
  }
}
