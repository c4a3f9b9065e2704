import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import { type MasterKey, seal, unseal } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'
import {
  type AddFactorError,
  maxFactors,
  type NewFactorOptions,
  type PendingTotp,
  type ProofOutcome,
} from './factors.contract.ts'
import { challengeLife, totpCodeOf, totpPeriod } from './factors.rules.ts'

/** The secret decrypts only in its own row. */
export const totpSecretContext = (factor_id: string) => ['auth.factors', factor_id, 'secret']

/** Adds an unverified factor. */
export function addFactor(
  auth: Database,
  user_id: string,
  { friendly_name, keepRecent }: NewFactorOptions,
  columnsFor: (id: string) => {
    factor_type: 'totp' | 'webauthn' | 'phone'
    secret_sealed?: Buffer
    phone?: string
  },
): Promise<AddFactorError | { outcome: 'enrolled'; factor_id: string }> {
  const name = friendly_name?.trim() || null
  return auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const all = await transaction
      .selectFrom('auth.factors')
      .select(['id', 'friendly_name', 'status', 'created_at'])
      .where('user_id', '=', user_id)
      .execute()
    const isKept = (factor: (typeof all)[number]) =>
      factor.status === 'verified' ||
      (keepRecent !== undefined && factor.created_at.getTime() > keepRecent.now.getTime() - challengeLife)
    const remaining = all.filter(isKept)
    if (remaining.length >= maxFactors) return { outcome: 'too_many' }
    if (name && remaining.some(({ friendly_name }) => friendly_name === name))
      return { outcome: 'name_taken' }
    const removedIds = all.filter((factor) => !isKept(factor)).map(({ id }) => id)
    if (removedIds.length > 0)
      await transaction.deleteFrom('auth.factors').where('id', 'in', removedIds).execute()
    const factor_id = uuidv7()
    await transaction
      .insertInto('auth.factors')
      .values({
        id: factor_id,
        user_id,
        friendly_name: name,
        ...(keepRecent && { created_at: keepRecent.now }),
        ...columnsFor(factor_id),
      })
      .execute()
    return { outcome: 'enrolled', factor_id }
  })
}

/** Serializes changes of a user's factors. */
export const lockUser = (transaction: Database, user_id: string) =>
  transaction
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Starts enrolling an authenticator app and returns its secret, once. The caller checks reauthentication. */
export async function enrollTotp(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  labels: TotpLabels & NewFactorOptions,
): Promise<AddFactorError | ({ outcome: 'enrolled' } & PendingTotp)> {
  const secret = generateSecret()
  const added = await addFactor(auth, user_id, labels, (id) => ({
    factor_type: 'totp',
    secret_sealed: seal(masterKey, secret, totpSecretContext(id)),
  }))
  return added.outcome === 'enrolled' ? { ...added, ...totpSetup(secret, labels) } : added
}

type TotpLabels = { issuer: string; account: string }

function totpSetup(secret: string, { issuer, account }: TotpLabels) {
  const uri = generateURI({ issuer, label: account, secret })
  // Scanners need a four-module quiet zone, and black on white (ISO/IEC 18004).
  return { secret, uri, qr_svg: renderSVG(uri, { border: 4 }) }
}

/** Returns the setup again after a mistyped code; undefined once verified or replaced. */
export async function readPendingTotp(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  factor_id: string,
  labels: TotpLabels,
): Promise<PendingTotp | undefined> {
  const factor = await readTotp(auth, masterKey, user_id, factor_id)
  return factor?.status === 'unverified' ? { factor_id, ...totpSetup(factor.secret, labels) } : undefined
}

/** Verifies a code, once each (RFC 6238, 5.2). The caller counts wrong ones. */
export async function verifyTotp(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  factor_id: string,
  input: string,
  now: Date,
): Promise<ProofOutcome> {
  const factor = await readTotp(auth, masterKey, user_id, factor_id)
  if (!factor) return { outcome: 'unknown' }
  const token = totpCodeOf(input)
  if (!token) return { outcome: 'wrong' }
  const epoch = Math.floor(now.getTime() / 1000)
  const { secret, status } = factor
  const proof = verifySync({ secret, token, epoch, period: totpPeriod, epochTolerance: totpPeriod })
  if (!proof.valid || !('timeStep' in proof)) return { outcome: 'wrong' }
  const step = proof.timeStep
  const first = status === 'unverified'
  const accepted = await auth.transaction().execute(async (transaction) => {
    if (first) await lockUser(transaction, user_id)
    // One statement, so that of two requests only one succeeds.
    const updated = await transaction
      .updateTable('auth.factors')
      .set({ last_step: step, status: 'verified', last_challenged_at: now, updated_at: now })
      .where('id', '=', factor_id)
      .where('user_id', '=', user_id)
      .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', String(step))]))
      .returning('id')
      .executeTakeFirst()
    if (updated && first) await sendSecurityNotice(transaction, user_id, now)
    return updated
  })
  return accepted ? { outcome: 'verified', factor_id, first } : { outcome: 'wrong' }
}

async function readTotp(auth: Database, masterKey: MasterKey, user_id: string, factor_id: string) {
  if (!isUuid(factor_id)) return undefined
  const factor = await auth
    .selectFrom('auth.factors')
    .select(['status', 'secret_sealed'])
    .where('id', '=', factor_id)
    .where('user_id', '=', user_id)
    .where('factor_type', '=', 'totp')
    .executeTakeFirst()
  if (!factor?.secret_sealed) return undefined
  const { status, secret_sealed } = factor
  return { status, secret: unseal(masterKey, secret_sealed, totpSecretContext(factor_id)) }
}

/** Returns false if the name is taken or the factor is gone. */
export function renameFactor(
  auth: Database,
  user_id: string,
  factor_id: string,
  friendly_name: string,
  now: Date,
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const { numUpdatedRows } = await transaction
      .updateTable('auth.factors as factor')
      .set({ friendly_name, updated_at: now })
      .where('factor.id', '=', factor_id)
      .where('factor.user_id', '=', user_id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('auth.factors as other')
              .select('other.id')
              .where('other.user_id', '=', user_id)
              .where('other.friendly_name', '=', friendly_name)
              .where('other.id', '!=', factor_id),
          ),
        ),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/**
Removes
 * a factor; returns whether it existed. Removing the last one ends recovery codes and all access except
 * `keep`: sessions that still owed the second factor would become valid.
 */
export function removeFactor(
  auth: Database,
  user_id: string,
  factor_id: string,
  now: Date,
  keep?: string,
): Promise<boolean> {
  if (!isUuid(factor_id)) return Promise.resolve(false)
  return auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const removed = await transaction
      .deleteFrom('auth.factors')
      .where('id', '=', factor_id)
      .where('user_id', '=', user_id)
      .returning('status')
      .executeTakeFirst()
    if (removed?.status === 'verified') {
      await sendSecurityNotice(transaction, user_id, now)
      const other = await transaction
        .selectFrom('auth.factors')
        .select('id')
        .where('user_id', '=', user_id)
        .where('status', '=', 'verified')
        .executeTakeFirst()
      if (!other) {
        await transaction.deleteFrom('auth.recovery_codes').where('user_id', '=', user_id).execute()
        await revokeAccess(transaction, user_id, { keep })
        await transaction
          .updateTable('auth.sessions')
          .set({ aal: 'aal1' })
          .where('user_id', '=', user_id)
          .execute()
      }
    }
    return removed !== undefined
  })
}
