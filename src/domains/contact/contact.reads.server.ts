import { type MasterKey, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { ContactMessage } from './contact.contract.ts'

/** Encryption context: the ciphertext decrypts only in its own row. */
export const messageContext = (id: string): string[] => ['contact_messages', id, 'sealed']

export type StoredMessage = ContactMessage & { id: string; created_at: Date; mailed_at: Date | null }

/** Lists all messages, newest first. @param auth acting as `unfog_auth`; the app role cannot read them */
export async function listMessages(
  auth: Database,
  masterKey: () => Promise<MasterKey>,
): Promise<StoredMessage[]> {
  const rows = await auth
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const key = await masterKey()
  return rows.map((row) => decryptMessage(key, row))
}

/** Reads one message. @param auth as above */
export async function readMessage(
  auth: Database,
  masterKey: () => Promise<MasterKey>,
  id: string,
): Promise<StoredMessage | undefined> {
  const row = await auth.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
  return row && decryptMessage(await masterKey(), row)
}

type Row = { id: string; sealed: Buffer; created_at: Date; mailed_at: Date | null }

function decryptMessage(key: MasterKey, { sealed, ...row }: Row): StoredMessage {
  return { ...row, ...(JSON.parse(unseal(key, sealed, messageContext(row.id))) as ContactMessage) }
}
