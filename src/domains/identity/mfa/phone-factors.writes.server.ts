import { consumeEmailToken, queueEmail } from '../messages/messages.writes.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { ListedFactor, ProofOutcome } from './factors.contract.ts'
import { totpCodeOf } from './factors.rules.ts'
import { lockUser } from './factors.writes.server.ts'

/** Sends an SMS code that replaces earlier ones. SMS cost money and wake people, so they are limited. */
export async function sendSmsCode(
  engine: AuthEngine,
  target: { user_id: string; phone: string; channel: 'sms' | 'whatsapp' },
  { address }: { address: string },
): Promise<{ outcome: 'sent' } | { outcome: 'wait'; seconds: number }> {
  const { limits } = engine
  const { user_id, phone, channel } = target
  const seconds = (await limits.consumeForIp('mail', address)) || (await limits.consume('mail', `+${phone}`))
  if (seconds > 0) return { outcome: 'wait', seconds }
  await queueEmail(engine, { user_id, purpose: 'sms_factor', sent_to: phone, channel })
  return { outcome: 'sent' }
}

/** Verifies an SMS code, once; five wrong attempts kill it. */
export async function verifySmsCode(
  { auth, masterKey }: Pick<AuthEngine, 'auth' | 'masterKey'>,
  user_id: string,
  factors: ListedFactor[],
  input: string,
  now: Date,
): Promise<ProofOutcome> {
  const code = totpCodeOf(input)
  if (!code || factors.length === 0) return { outcome: 'wrong' }
  return auth.transaction().execute(async (transaction): Promise<ProofOutcome> => {
    await lockUser(transaction, user_id)
    const row = await consumeEmailToken(transaction, { user_id, code, masterKey }, ['sms_factor'], now)
    const factor = row && factors.find(({ phone }) => phone === row.sent_to)
    if (!factor) return { outcome: 'wrong' }
    const updated = await transaction
      .updateTable('auth.factors')
      .set({ status: 'verified', last_challenged_at: now, updated_at: now })
      .where('id', '=', factor.id)
      .where('user_id', '=', user_id)
      .returning('id')
      .executeTakeFirst()
    if (!updated) return { outcome: 'unknown' }
    const first = factor.status === 'unverified'
    if (first) await sendSecurityNotice(transaction, user_id, now)
    return { outcome: 'verified', factor_id: factor.id, first }
  })
}
