import { consumeEmailToken, queueEmail } from '../messages/messages.writes.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { ListedFactor, ProofOutcome } from './factors.contract.ts'
import { totpCodeOf } from './factors.rules.ts'
import { lockUser } from './factors.writes.server.ts'

/**
 * Asks for a text with a code for the second step; a new one ends the one before. Texts cost money, and wake people: so many to a
 * number, and from one place.
 *
 * @param target `phone` of a factor of this person
 */
export async function sendSmsCode(
  engine: AuthEngine,
  target: { user_id: string; phone: string; channel: 'sms' | 'whatsapp' },
  { address }: { address: string },
): Promise<{ outcome: 'sent' } | { outcome: 'wait'; seconds: number }> {
  const { limits } = engine
  const { user_id, phone, channel } = target
  const seconds = (await limits.takeFrom('mail', address)) || (await limits.take('mail', `+${phone}`))
  if (seconds > 0) return { outcome: 'wait', seconds }
  await queueEmail(engine, { user_id, purpose: 'sms_factor', sent_to: phone, channel })
  return { outcome: 'sent' }
}

/**
 * Takes the code of such a text, once; five wrong ones end it. The first of a factor puts it to use. Counting wrong ones beyond
 * that text is the caller's business.
 *
 * @param factors the telephones of this person that count here
 */
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
