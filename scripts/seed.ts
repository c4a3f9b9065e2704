/**
 * `npm run seed`: creates accounts with journals and favorites on the running development server, through its public API. Running it
 * again adds nothing. `npm run seed -- http://localhost:4000` names another server.
 */
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { readSamples } from '../src/domains/demo/demo-source.reads.server.ts'
import { isLoopback } from '../src/platform/loopback.ts'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const password = 'lantern over the quiet harbor'
const accounts = [
  { email: 'ana@example.org', connections: 15 },
  { email: 'ben@example.org', connections: 0 },
  { email: 'cleo@example.org', connections: 60 },
]

async function call<Answer>(method: string, path: string, body?: object, token?: string): Promise<Answer> {
  const response = await fetch(new URL(path, address), {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<Answer>
}

type Tokens = { access_token: string }
const signIn = async (email: string): Promise<string> => {
  const path = '/auth/v1/token?grant_type=password'
  const { access_token } = await call<Tokens>('POST', path, { email, password }).catch(() =>
    call<Tokens>('POST', '/auth/v1/signup', { email, password, data: { of_age: true } }),
  )
  return access_token
}

/** The same for the same Connection, so that a second run finds it. */
const idOf = (email: string, index: number): string =>
  uuidv7({ msecs: 0, seq: index, random: createHash('sha256').update(`${email} ${index}`).digest() })

async function seed() {
  const samples = await readSamples('content/demo.yaml')
  const termIds = new Map<string, string>()
  for (const { term } of [...samples.connections, ...samples.favorites])
    if (term) termIds.set(term, (await call<{ id: string }>('GET', `/api/terms/${term}`)).id)
  for (const { email, connections } of accounts) {
    const token = await signIn(email)
    for (let index = 0; index < connections; index++) {
      const { content = '', term } = samples.connections[index % samples.connections.length] ?? {}
      const linked_term_id = (term && termIds.get(term)) ?? null
      await call('POST', '/api/journal-entries', { id: idOf(email, index), content, linked_term_id }, token)
    }
    for (const { term } of connections > 0 ? samples.favorites : [])
      await call('PUT', `/api/saved-terms/${termIds.get(term)}`, undefined, token)
    console.log(`${email}: ${connections} Connections`)
  }
  console.log(`The password of each is: ${password}`)
}

if (!URL.canParse(address) || !isLoopback(new URL(address).hostname)) {
  console.error(`${address} is not on this machine: sample accounts belong only on a server for development.`)
  process.exitCode = 1
} else await seed()
