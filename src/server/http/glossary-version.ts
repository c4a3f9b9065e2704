import pg from 'pg'
import { readGlossaryVersion } from '../../domains/glossary/search/search.reads.server.ts'
import type { Connection, Database } from '../../platform/database/pool.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { type Log, loggable } from '../../platform/log.server.ts'

const pollEvery = 30_000
const reconnectAfter = 1_000

/** Something else that is heard of on the same connection, and looked at whenever that begins anew. */
type Beside = { channel: string; changed: (listener: pg.Client) => Promise<void> }

/**
 * Which version of the glossary the database holds, kept current: PostgreSQL tells on a connection of its own, which
 * reconnects and then compares, since what was said meanwhile is lost; a poll stands behind it. Caches are keyed by it, so a
 * change made by another process empties them here.
 */
export async function watchGlossaryVersion(
  database: Database,
  connection: Connection,
  log: Log,
  beside?: Beside,
): Promise<{ current: () => string; stop: () => Promise<void> }> {
  let version = (await readGlossaryVersion(database)) ?? ''
  let listener: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const compare = async () => {
    try {
      version = (await readGlossaryVersion(database)) ?? ''
    } catch (thrown) {
      log.warn('the glossary version could not be read', { error: loggable(thrown) })
    }
  }
  const look = (client: pg.Client) =>
    beside?.changed(client).catch((thrown: unknown) => {
      log.warn(`${beside.channel} could not be looked at`, { error: loggable(thrown) })
    })
  const listen = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'unfog listen',
      options: `-c role=${roles.app}`,
    })
    let gone = false
    const again = () => {
      // One lost connection may be reported more than once: as an event, and by the query that was under way.
      if (gone) return
      gone = true
      if (listener === client) listener = undefined
      client.end().catch(() => {})
      if (!stopped) retry = setTimeout(listen, reconnectAfter)
    }
    client.on('error', again)
    client.on('notification', ({ channel }) => (channel === beside?.channel ? look(client) : compare()))
    try {
      await client.connect()
      await client.query('listen glossary_changed')
      if (beside) await client.query(`listen ${beside.channel}`)
      if (stopped) return again()
      listener = client
      await compare()
      await look(client)
    } catch (thrown) {
      log.warn('the glossary changes cannot be heard', { error: loggable(thrown) })
      again()
    }
  }
  await listen()
  const poll = setInterval(() => {
    compare()
    if (listener) look(listener)
  }, pollEvery)
  poll.unref()
  return {
    current: () => version,
    async stop() {
      stopped = true
      clearInterval(poll)
      clearTimeout(retry)
      const client = listener
      listener = undefined
      await client?.end().catch(() => {})
    },
  }
}
