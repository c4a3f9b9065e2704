import { listMessages, readMessage } from '../../domains/contact/contact.reads.server.ts'
import { helpTypeLabels } from '../../domains/contact/contact.rules.ts'
import { deleteMessage } from '../../domains/contact/contact.writes.server.ts'
import type { MasterKey } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'

/** Each returns the lines to print. */
export const contactCommands = {
  async list(auth: Database, key: () => Promise<MasterKey>) {
    const messages = await listMessages(auth, key)
    if (messages.length === 0) return 'There are no messages.'
    return messages
      .map(({ id, created_at, mailed_at, email, helpType }) =>
        [id, created_at.toISOString(), mailed_at ? 'mailed' : 'not mailed', helpType, email].join('\t'),
      )
      .join('\n')
  },

  async show(auth: Database, key: () => Promise<MasterKey>, id: string) {
    const message = await readMessage(auth, key, id)
    if (!message) return undefined
    return [
      `from     ${[message.name, message.email].filter(Boolean).join(', ')}`,
      `about    ${helpTypeLabels('us')[message.helpType]}`,
      `written  ${message.created_at.toISOString()}`,
      `mailed   ${message.mailed_at?.toISOString() ?? 'no'}`,
      '',
      message.message,
    ].join('\n')
  },

  async erase(auth: Database, _key: unknown, id: string) {
    return (await deleteMessage(auth, id))
      ? `${id} is now erased. What was mailed of it is in that mailbox.`
      : undefined
  },
}
