import { data } from 'react-router'
import { readUser } from '../../../domains/identity/identity.reads.server.ts'
import { sessionCookies } from '../../../domains/identity/identity.rules.ts'
import { confirmApp as confirm } from '../../../domains/identity/mfa/confirm.writes.server.ts'
import { codeForm, friendlyName, type Said } from '../../../domains/identity/mfa/factors.contract.ts'
import { countRecoveryCodes, listFactors } from '../../../domains/identity/mfa/factors.reads.server.ts'
import { refusedFactor } from '../../../domains/identity/mfa/factors.rules.ts'
import {
  enrollTotp,
  readBegunTotp,
  removeFactor,
} from '../../../domains/identity/mfa/factors.writes.server.ts'
import { newRecoveryCodes } from '../../../domains/identity/mfa/recovery-codes.writes.server.ts'
import { type Deed, type Doing, tooOften } from './settings.actions.ts'

/** What the app shows. It does not name us: somebody else may look through the list of an app (design: "Safety"). */
async function namingOf({ engine, session }: Doing) {
  const user = await readUser(engine.auth, session.user_id)
  return { issuer: 'Account', account: user?.email ?? 'Account' }
}

export const addApp: Deed = async (doing) => {
  const { engine, session, form } = doing
  const refused = (problem: string | undefined) =>
    data<Said>({ deed: 'add-app', field: 'app_name', problem }, 400)
  const name = friendlyName.safeParse(form.app_name)
  if (!name.success) return refused(name.error.issues[0]?.message)
  const naming = { ...(await namingOf(doing)), friendly_name: name.data }
  const begun = await enrollTotp(engine.auth, engine.masterKey, session.user_id, naming)
  if (begun.outcome !== 'enrolled') return refused(refusedFactor[begun.outcome])
  const { outcome, ...app } = begun
  return data<Said>({ deed: 'add-app', app })
}

export const confirmApp: Deed = async (doing) => {
  const { engine, session, address, form } = doing
  const { auth, masterKey } = engine
  const factor_id = String(form.factor_id)
  const again = async (problem: string | undefined, status = 400) => {
    const app = await readBegunTotp(auth, masterKey, session.user_id, factor_id, await namingOf(doing))
    return app
      ? data<Said>({ deed: 'confirm-app', app, problem }, status)
      : data<Said>(
          { deed: 'add-app', field: 'app_name', problem: 'This app was begun anew. Please start again.' },
          409,
        )
  }
  const parsed = codeForm.safeParse(form)
  if (!parsed.success) return again(parsed.error.issues[0]?.message)
  const proof = await confirm(engine, session, { factor_id, code: parsed.data.code }, { address })
  if (proof.outcome === 'wait') return again(tooOften, 429)
  if (proof.outcome === 'wrong') {
    return again(
      'That code is not right. Is the clock of your device right? Please enter the one it shows now.',
    )
  }
  return codesIfNone(doing, 'Your app is added. From now on its code is asked for.', proof.token)
}

/** The browser has made a passkey, and identity/mfa/passkeys.api.server.ts has put it to use. */
export const passkeyAdded: Deed = (doing) => codesIfNone(doing, 'Your passkey is added.')

/** Who has a second step, and no code for the day when it is not at hand, is shown ten. */
async function codesIfNone(doing: Doing, done: string, token?: string) {
  const { engine, session } = doing
  const headers = new Headers()
  if (token)
    for (const cookie of sessionCookies(token, session.shared_device, 'MFA_CHALLENGE_VERIFIED'))
      headers.append('Set-Cookie', cookie)
  const deed = token ? 'add-app' : 'passkey-added'
  if ((await countRecoveryCodes(engine.auth, session.user_id)) > 0)
    return data<Said>({ deed, done }, { headers })
  const codes = await codesOf(doing)
  return data<Said>(codes ? { deed, codes } : { deed }, { headers })
}

/** @returns nothing for who has no second step: there is nothing to recover */
async function codesOf({ engine, session }: Doing): Promise<string[] | undefined> {
  const factors = await listFactors(engine.auth, session.user_id)
  if (!factors.some(({ status }) => status === 'verified')) return undefined
  return newRecoveryCodes(engine.auth, engine.masterKey, session.user_id, engine.clock.now())
}

export const newCodes: Deed = async (doing) => {
  const codes = await codesOf(doing)
  return data<Said>(codes ? { deed: 'new-codes', codes } : { deed: 'new-codes' }, codes ? 200 : 400)
}

export const remove: Deed = async ({ engine, session, form }) => {
  const factors = await listFactors(engine.auth, session.user_id)
  const factor = factors.find(({ id }) => id === form.factor_id)
  if (factor) await removeFactor(engine.auth, session.user_id, factor.id, engine.clock.now(), session.id)
  const type = factor?.factor_type ?? 'totp'
  const name = { totp: 'The app', webauthn: 'The passkey', phone: 'The telephone' }[type]
  const deed = type === 'webauthn' ? 'passkey-added' : 'add-app'
  return data<Said>({ deed, done: `${name} is removed.` })
}
