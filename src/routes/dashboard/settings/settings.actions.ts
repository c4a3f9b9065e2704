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
import * as messages from '../messages.en.yaml'

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
      return respond({ intent: 'password', done: messages.passwordChanged() }, userUpdatedInit)
    case 'weak':
      return reject('password', weaknessText(result.reasons))
    case 'wrong':
      return reject('current', messages.wrongCurrentPassword())
    case 'wait':
      return reject('current', messages.tooManyAttempts(), 429)
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
      return respond({ intent: 'password', done: messages.passwordSet() })
    case 'weak':
      return reject(weaknessText(result.reasons))
    case 'has_one':
      return reject(messages.hasPassword(), 409)
    case 'no_address':
      return reject(messages.passwordNeedsAddress(), 409)
  }
}

/** It lowers no protection, so it needs no reauthentication. */
export const cancelEmailChange: SettingsAction = async ({ engine, session }) => {
  await cancelPendingChange(engine.auth, session.user_id)
  return respond({ intent: 'email', done: messages.emailChangeCanceled() })
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
      return done(messages.emailChanged(), userUpdatedInit)
    case 'check_mail':
      return done(messages.checkBothMails({ email: parsed.data.email }))
    case 'check_new_mail':
      return done(messages.checkNewMail({ email: parsed.data.email }))
    case 'same':
      return reject(messages.sameEmail())
    case 'taken':
      return reject(messages.emailTaken(), 409)
    case 'closed':
      return reject(messages.emailChangeClosed(), 503)
    case 'wait':
      return reject(messages.tooManyAttempts(), 429)
  }
}
