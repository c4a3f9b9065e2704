import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configRefusal } from '../../test/support/config-refusal.ts'
import { ssoKey } from '../../test/support/saml-key.ts'
import { readConfig } from './config.server.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

describe('a PostgreSQL on another machine', () => {
  const read = (DATABASE_URL: string, more = {}) => readConfig({ MASTER_KEY, DATABASE_URL, ...more })

  test.each(['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'])(
    'is rejected with one sentence when %s has no sslmode',
    (name) => {
      const settings = { MASTER_KEY, DATABASE_URL: 'postgres://localhost/unfog' }
      const sentence = configRefusal({ ...settings, [name]: 'postgres://web:hunter2@db.example/unfog' })
      expect(sentence).toBe(
        `${name} is a PostgreSQL on another machine: add ?sslmode=verify-full to it, and &sslrootcert=<file> for a certificate authority of your own, or ?sslmode=disable on a private network.`,
      )
    },
  )

  test.each([
    'postgres://db.example',
    'postgres://10.0.0.2/unfog?sslmode=require',
    'postgres://db.example/unfog?sslmode=verify-ca',
    'postgres://db.example/unfog?sslmode=prefer',
    'postgres://db.example/unfog?sslmode=no-verify',
    'postgres://db.example/unfog?sslmode=verify-full&sslmode=no-verify',
    'postgres://db.example/unfog?sslmode=verify-full%20',
    'postgres://db.example/unfog?ssl=true',
    'postgres://localhost/unfog?host=db.example',
    'postgres://localhost/unfog?host=/tmp&host=db.example',
    'postgres://localhost.example/unfog',
    'postgres://[fe80::1]/unfog',
  ])('is rejected with the insecure or ambiguous address %s', (address) => {
    expect(() => read(address)).toThrow('DATABASE_URL is a PostgreSQL on another machine')
  })

  test('is also recognized when only PGHOST names it', () => {
    expect(() => read('postgres:///unfog', { PGHOST: 'db.example' })).toThrow('on another machine')
    expect(() => read('postgres:///unfog', { PGHOST: '/run/postgresql' })).not.toThrow()
  })

  test.each([
    'postgres:///unfog',
    'postgres://localhost/unfog',
    'postgres://LOCALHOST/unfog',
    'postgres://127.0.0.1:5433/unfog',
    'postgres://[::1]/unfog',
    'postgres://%2Frun%2Fpostgresql/unfog',
    'postgres://db.example/unfog?host=/run/postgresql',
  ])('is not recognized in the local address %s', (address) =>
    expect(read(address).databaseUrl).toBe(address),
  )

  /** A server with the first response of PostgreSQL, `S` or `N`, and then TLS with the certificate of the tests. */
  async function listen(answer: 'S' | 'N') {
    const received: Buffer[] = []
    const [privateKey = '', certificate = ''] = ssoKey.split(' ')
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
    const cert = new X509Certificate(Buffer.from(certificate, 'base64')).toString()
    const secureContext = createSecureContext({ key: key.export({ type: 'pkcs8', format: 'pem' }), cert })
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (request) => {
        received.push(request)
        socket.write(answer)
        if (answer === 'N') return socket.on('data', (data) => received.push(data))
        const secure = new TLSSocket(socket, { isServer: true, secureContext })
        secure.on('error', () => {}).on('data', (data) => received.push(data))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const folder = await mkdtemp(join(tmpdir(), 'unfog-config-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'root.pem'), cert)
    const address = `postgres://web:secret@127.0.0.1:${port}/unfog?sslmode=verify-full`
    return { address, root: `&sslrootcert=${join(folder, 'root.pem')}`, received }
  }

  test.each([
    ['a server without TLS', 'N', '', 'The server does not support SSL connections'],
    ['a certificate of an unknown authority', 'S', '', 'self-signed certificate'],
    ['a certificate with another name', 'S', 'with its authority', "does not match certificate's altnames"],
  ] as const)('gets no login data with verify-full from %s', async (_title, answer, authority, sentence) => {
    const { address, root, received } = await listen(answer)
    const client = new pg.Client({ connectionString: authority ? address + root : address })
    client.on('error', () => {})
    await expect(client.connect()).rejects.toThrow(sentence)
    await client.end().catch(() => {})
    // SSLRequest (PostgreSQL, 54.7): eight bytes, without a user name.
    expect(Buffer.concat(received).toString('hex')).toBe('0000000804d2162f')
  })
})
