import { z } from 'zod'
import { mostKdf } from '../keyring/kdf-limits.rules.ts'

const base64 = (bytes: number) => z.base64().length(4 * Math.ceil(bytes / 3))

/** Bytes of an AES-256-GCM nonce, key and tag (NIST SP 800-38D). */
const wrappedBytes = 12 + 32 + 16

const slotMembers = {
  id: z.uuid(),
  salt: base64(16).describe('Of HKDF, and for a phrase of Argon2id'),
  wrapped: base64(wrappedBytes).describe('The journal key, encrypted: nonce, ciphertext and tag'),
}

/** Argon2id (RFC 9106): stored, so that it can be raised. */
const kdfSchema = z.object({
  memory_kib: z.int().min(8_192).max(mostKdf.memory_kib),
  passes: z.int().min(1).max(mostKdf.passes),
  lanes: z.int().min(1).max(mostKdf.lanes),
})
export type Kdf = z.infer<typeof kdfSchema>

export const slotSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phrase'), ...slotMembers, kdf: kdfSchema }),
  z.object({ kind: z.literal('kit'), ...slotMembers }),
  z.object({
    kind: z.literal('passkey'),
    ...slotMembers,
    credential_id: z.base64url().max(1_400).describe('WebAuthn'),
    label: z.string().max(40).describe('As its owner calls it'),
  }),
])
export type Slot = z.infer<typeof slotSchema>

/** All ways to open a lock (docs/decisions/042). */
export const keyringSchema = z.object({
  v: z.literal(1),
  lock_id: z.uuid(),
  user_id: z.uuid(),
  generation: z.int().min(1).max(1_000_000),
  slots: z.array(slotSchema).min(1).max(12),
  seal: base64(32).describe('HMAC-SHA-256 with a key from the journal key'),
})
export type Keyring = z.infer<typeof keyringSchema>

export const lockStates = ['locking', 'locked', 'unlocking', 'set_aside'] as const
export type LockState = (typeof lockStates)[number]

/** An encrypted document, bound to its row (docs/decisions/042). */
export const lockedSchema = z.object({
  lock_id: z.uuid(),
  data: z.base64().describe('The envelope: version, generation, nonce, ciphertext and tag'),
})
export type Locked = z.infer<typeof lockedSchema>

/** Envelopes are bound to ids as PostgreSQL returns them. */
export const isLowercase = (id: string): boolean => id === id.toLowerCase()

/** A body that is encrypted or not; the messages of one that is neither are those of the kind that it looks like. */
export const lockedOrPlain = <Encrypted extends z.ZodType, Plain extends z.ZodType>(
  encrypted: Encrypted,
  plain: Plain,
) =>
  z.union([encrypted, plain], {
    error: (issue) => {
      if (issue.code !== 'invalid_union') return undefined
      const kind = Object.hasOwn(Object(issue.input), 'locked') ? 0 : 1
      return issue.errors[kind]?.map(({ message }) => message).join('; ')
    },
  })

export const journalLockSchema = z.object({
  id: z.uuid(),
  state: z.enum(lockStates),
  generation: z.int().min(1),
  keyring: keyringSchema,
  rows: z.int().min(0).describe('How many Connections, versions and drafts it encrypts, with the trash'),
})
export type JournalLock = z.infer<typeof journalLockSchema>

export const journalLocksSchema = z.object({
  locks: z.array(journalLockSchema),
  plain: z.int().min(0).describe('How many are encrypted with the server’s key'),
})
export type JournalLocks = z.infer<typeof journalLocksSchema>

/** The tables whose rows move between locks. */
export const lockTables = ['journal_entries', 'journal_drafts', 'deleted_entries', 'entry_versions'] as const
export type LockTable = (typeof lockTables)[number]

const rowKey = {
  table: z.enum(lockTables),
  id: z.uuid(),
  revision: z.int().min(1),
}

/** A row to move. `document` is its JSON, of a row of the server; `locked` of a locked one. */
export const lockRowSchema = z.object({
  ...rowKey,
  document: z.string().nullable(),
  locked: lockedSchema.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  writer: z.uuid().nullable().describe('Of a locked draft'),
  sequence: z.int().nullable().describe('Of a locked draft'),
})
export type LockRow = z.infer<typeof lockRowSchema>

/** A row as it is to be stored: `locked`, or `document` for the server's key. The old revision and lock must match. */
export const movedRowSchema = z.object({
  ...rowKey,
  document: z.string().optional(),
  locked: lockedSchema.optional(),
  created_at: z.iso.datetime().optional().describe('Exact, with `document`'),
  updated_at: z.iso.datetime().optional().describe('Exact, with `document`'),
  writer: z.uuid().optional().describe('With `locked`, of a draft'),
  sequence: z.int().min(0).optional().describe('With `locked`, of a draft'),
})
export type MovedRow = z.infer<typeof movedRowSchema>

/** Moves rows from a lock, or the server's key, to another. */
export const moveSchema = z.object({
  from: z.uuid().nullable().describe('null: rows that are encrypted with the server’s key'),
  to: z.uuid().nullable(),
  rows: z.array(movedRowSchema).min(1).max(200),
})
export type Move = z.output<typeof moveSchema>

const moveResultSchema = z.object({
  ...rowKey,
  outcome: z
    .enum(['moved', 'changed', 'gone'])
    .describe('changed: it has another revision or lock by now, and stays as it is'),
})
export type MoveResult = z.infer<typeof moveResultSchema>
export const moveResultsSchema = z.object({ results: z.array(moveResultSchema) })

export const lockRowsQuerySchema = z.object({
  from: z
    .union([z.uuid(), z.literal('none')], 'from is the id of a lock, or none')
    .default('none')
    .describe('A lock, or none for rows of the server’s key'),
  after: z
    .string()
    .regex(/^[0-3]\.[0-9a-f-]{36}\.\d{1,10}$/, 'after is the `next` of another page')
    .optional()
    .describe('The `next` of the page before'),
})

export const lockRowsSchema = z.object({
  rows: z.array(lockRowSchema).describe('At most 200, and about 2 MB'),
  next: z.string().nullable().describe('What to send as `after`; null when there are no more'),
})
export type LockRows = z.infer<typeof lockRowsSchema>

export const startLockSchema = z.object({ keyring: keyringSchema })

export const changeKeyringSchema = z.object({
  keyring: keyringSchema,
  generation: z.int().describe('Of the keyring that it replaces'),
  change: z.enum(['phrase', 'kit', 'passkey_added', 'passkey_removed']),
})
export type KeyringChange = z.output<typeof changeKeyringSchema>

/** The half of a reload that the server stores with the session (docs/decisions/042). */
export const reloadKeySchema = z.object({ key: base64(32).nullable() })
