import { readUser } from '../../../domains/identity/identity.reads.server.ts'
import { sessionCookies } from '../../../domains/identity/identity.rules.ts'
import { confirmApp as confirm } from '../../../domains/identity/mfa/confirm.writes.server.ts'
import { codeForm, friendlyName } from '../../../domains/identity/mfa/factors.contract.ts'
import { countRecoveryCodes, listFactors } from '../../../domains/identity/mfa/factors.reads.server.ts'
import { addFactorMessages } from '../../../domains/identity/mfa/factors.rules.ts'
import {
  enrollTotp,
  readPendingTotp,
  removeFactor,
} from '../../../domains/identity/mfa/factors.writes.server.ts'
import { createRecoveryCodes } from '../../../domains/identity/mfa/recovery-codes.writes.server.ts'
import { setCookies } from '../../set-cookies.ts'
import * as messages from '../messages.en.yaml'
import { type ActionContext, respond, type SettingsAction } from './settings.actions.ts'

/** The labels don't name the product: someone else may see the app's list. */
async function readTotpLabels({ engine, session }: ActionContext) {
  const user = await readUser(engine.auth, session.user_id)
  return { issuer: messages.appAccount(), account: user?.email ?? messages.appAccount() }
}

export const addApp: SettingsAction = async (context) => {
  const { engine, session, form } = context
  const reject = (problem: string | undefined) =>
    respond({ intent: 'add-app', field: 'app_name', problem }, 400)
  const name = friendlyName.safeParse(form.app_name)
  if (!name.success) return reject(name.error.issues[0]?.message)
  const labels = { ...(await readTotpLabels(context)), friendly_name: name.data }
  const enrollment = await enrollTotp(engine.auth, engine.masterKey, session.user_id, labels)
  if (enrollment.outcome !== 'enrolled') return reject(addFactorMessages[enrollment.outcome]())
  const { outcome, ...app } = enrollment
  return respond({ intent: 'add-app', app })
}

export const confirmApp: SettingsAction = async (context) => {
  const { engine, session, address, form } = context
  const { auth, masterKey } = engine
  const factor_id = String(form.factor_id)
  const retry = async (problem: string | undefined, status = 400) => {
    const labels = await readTotpLabels(context)
    const app = await readPendingTotp(auth, masterKey, session.user_id, factor_id, labels)
    if (app) return respond({ intent: 'confirm-app', app, problem }, status)
    return respond({ intent: 'add-app', field: 'app_name', problem: messages.startedOver() }, 409)
  }
  const parsed = codeForm.safeParse(form)
  if (!parsed.success) return retry(parsed.error.issues[0]?.message)
  const proof = await confirm(engine, session, { factor_id, code: parsed.data.code }, { address })
  if (proof.outcome === 'wait') return retry(messages.tooManyAttempts(), 429)
  if (proof.outcome === 'wrong') return retry(messages.wrongAppCode())
  return ensureRecoveryCodes(context, messages.appAdded(), proof.token)
}

/** The passkey is already verified (identity/mfa/passkeys.api.server.ts). */
export const passkeyAdded: SettingsAction = (context) => ensureRecoveryCodes(context, messages.passkeyAdded())

/** For a user with a second factor and no codes left. */
async function ensureRecoveryCodes(context: ActionContext, done: string, token?: string) {
  const { engine, session } = context
  const cookies = token ? sessionCookies(token, session.shared_device, 'MFA_CHALLENGE_VERIFIED') : []
  const headers = setCookies(cookies)
  const intent = token ? 'add-app' : 'passkey-added'
  if ((await countRecoveryCodes(engine.auth, session.user_id)) > 0)
    return respond({ intent, done }, { headers })
  const codes = await issueRecoveryCodes(context)
  return respond(codes ? { intent, codes } : { intent }, { headers })
}

/** Undefined without a second factor. */
async function issueRecoveryCodes({ engine, session }: ActionContext): Promise<string[] | undefined> {
  const factors = await listFactors(engine.auth, session.user_id)
  if (!factors.some(({ status }) => status === 'verified')) return undefined
  return createRecoveryCodes(engine.auth, engine.masterKey, session.user_id, engine.clock.now())
}

export const newCodes: SettingsAction = async (context) => {
  const codes = await issueRecoveryCodes(context)
  return respond(codes ? { intent: 'new-codes', codes } : { intent: 'new-codes' }, codes ? 200 : 400)
}

export const remove: SettingsAction = async ({ engine, session, form }) => {
  const factors = await listFactors(engine.auth, session.user_id)
  const factor = factors.find(({ id }) => id === form.factor_id)
  if (factor) await removeFactor(engine.auth, session.user_id, factor.id, engine.clock.now(), session.id)
  const type = factor?.factor_type ?? 'totp'
  const intent = type === 'webauthn' ? 'passkey-added' : 'add-app'
  return respond({ intent, done: messages.factorRemoved({ type }) })
}
