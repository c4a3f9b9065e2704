import pg from 'pg'
import { readGlossaryVersion } from '../../domains/glossary/search/search.reads.server.ts'
import type { Connection, Database } from '../../platform/database/pool.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { type Log, loggable } from '../../platform/log.server.ts'

/** Milliseconds. */
const pollInterval = 30_000
const reconnectDelay = 1_000

/** Follows the glossary version by NOTIFY. Reads it, and runs `extra.onChange`, on reconnect and poll too. */
export async function watchGlossaryVersion(
  database: Database,
  connection: Connection,
  log: Log,
  extra?: { channel: string; onChange: (listener: pg.Client) => Promise<void> },
): Promise<{ current: () => string; stop: () => Promise<void> }> {
  let version = (await readGlossaryVersion(database)) ?? ''
  let listener: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const refresh = async () => {
    try {
      version = (await readGlossaryVersion(database)) ?? ''
    } catch (thrown) {
      log.warn('the glossary version could not be read', { error: loggable(thrown) })
    }
  }
  const refreshExtra = (client: pg.Client) =>
    extra?.onChange(client).catch((thrown: unknown) => {
      log.warn(`${extra.channel} could not be looked at`, { error: loggable(thrown) })
    })
  const listen = async () => {
    const options = `-c role=${roles.app}`
    const client = new pg.Client({ ...connection, application_name: 'unfog listen', options })
    let isClosed = false
    const reconnect = () => {
      // The event and the running query may both report one lost connection.
      if (isClosed) return
      isClosed = true
      if (listener === client) listener = undefined
      client.end().catch(() => {})
      if (!stopped) retry = setTimeout(listen, reconnectDelay)
    }
    client.on('error', reconnect)
    client.on('notification', ({ channel }) =>
      channel === extra?.channel ? refreshExtra(client) : refresh(),
    )
    try {
      await client.connect()
      await client.query('listen glossary_changed')
      if (extra) await client.query(`listen ${extra.channel}`)
      if (stopped) return reconnect()
      listener = client
      await refresh()
      await refreshExtra(client)
    } catch (thrown) {
      log.warn('the glossary changes cannot be heard', { error: loggable(thrown) })
      reconnect()
    }
  }
  await listen()
  const poll = setInterval(() => {
    refresh()
    if (listener) refreshExtra(listener)
  }, pollInterval)
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
