import { data } from 'react-router'
import type { Session } from '../../domains/identity/identity.contract.ts'
import type { ReauthMethods } from '../../domains/identity/reauth/reauth.contract.ts'
import { requestReauthEmail, requestReauthSms } from '../../domains/identity/reauth/reauth.writes.server.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Visitor } from '../request-context.ts'
import * as messages from './messages.en.yaml'

/** Sends a requested code; returns undefined for every other form. */
export async function sendCode(
  form: FormData,
  ways: ReauthMethods,
  engine: AuthEngine,
  session: Session,
  visitor: Visitor,
) {
  if (ways.mail && form.get('intent') === 'mail-code') {
    const { outcome } = await requestReauthEmail(engine, session)
    const problem = outcome === 'wait' ? messages.tooManyEmails() : undefined
    return data({ problem, sent: true }, problem ? 429 : 200)
  }
  if (ways.texts.length > 0 && form.get('intent') === 'text-code') {
    const { outcome } = await requestReauthSms(engine, session, String(form.get('factor_id')), visitor)
    const problem = outcome === 'wait' ? messages.tooManyTexts() : undefined
    return data({ problem, sent: !problem }, problem ? 429 : 200)
  }
  return undefined
}
