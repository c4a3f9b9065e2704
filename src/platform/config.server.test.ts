import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ssoKey } from '../../test/support/saml-key.ts'
import { ConfigError, readConfig } from './config.server.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

function refusal(source: Record<string, string>): string {
  try {
    readConfig(source)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ConfigError)
    return (thrown as Error).message
  }
  throw new Error('nothing was refused')
}

describe('the configuration', () => {
  test('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      migrationDatabaseUrl: undefined,
      masterKey: undefined,
      smtpUrl: undefined,
      smsUrl: undefined,
      mailFrom: 'no-reply@localhost',
      contactTo: undefined,
      contactKeptDays: 365,
      trustedProxies: 0,
      loopback: true,
      redirectUrls: [],
      authApi: {
        ...{ admin: false, anonymous: false, phone: false, phoneFactor: false, passkeys: false },
        ...{ wallets: [], saml: [], ssoKey: undefined },
      },
      providers: [],
      quickHideUrl: 'https://www.allrecipes.com/',
      quickHideFallbackUrl: 'https://www.bbcgoodfood.com/',
      beta: true,
      logLevel: 'info',
    })
  })

  test('reads every setting, and treats a blank value as unset', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://unfog.example/',
      DATA_DIR: 'here',
      DATABASE_URL: 'postgres://web:secret@db/unfog?sslmode=verify-full',
      MIGRATION_DATABASE_URL: 'postgresql://owner@db/unfog?sslmode=disable',
      MASTER_KEY,
      SMTP_URL: 'smtps://me:secret@mail.example:465',
      MAIL_FROM: 'Notes <notes@unfog.example>',
      CONTACT_TO: 'desk@unfog.example',
      CONTACT_KEPT_DAYS: '30',
      ADMIN_CALLS: 'on',
      WALLET_SIGN_IN: 'solana ethereum',
      PHONE_SIGN_IN: 'on',
      PHONE_SECOND_STEP: 'on',
      PASSKEY_SIGN_IN: 'on',
      SMS_URL: 'https://me:secret@texts.example/send',
      ANONYMOUS_SIGN_IN: 'on',
      TRUSTED_PROXIES: '2',
      REDIRECT_URLS:
        ' https://app.example/in  org.example.app://callback\thttp://127.0.0.1:5173 https://app.example/?next=x HTTPS://more.example:443/** ',
      APP_URL: 'HTTPS://app.example',
      BETA: 'off',
      LOG_LEVEL: 'warn',
      QUICK_HIDE_URL: '',
      QUICK_HIDE_FALLBACK_URL: '  ',
      SOMETHING_ELSE: 'x',
    })
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://unfog.example',
      dataDir: resolve('here'),
      databaseUrl: 'postgres://web:secret@db/unfog?sslmode=verify-full',
      migrationDatabaseUrl: 'postgresql://owner@db/unfog?sslmode=disable',
      masterKey: Buffer.alloc(32, 7),
      smsUrl: 'https://me:secret@texts.example/send',
      smtpUrl: 'smtps://me:secret@mail.example:465',
      mailFrom: 'Notes <notes@unfog.example>',
      contactTo: 'desk@unfog.example',
      contactKeptDays: 30,
      trustedProxies: 2,
      loopback: false,
      redirectUrls: [
        ...['https://app.example/in', 'org.example.app://callback', 'http://127.0.0.1:5173/'],
        ...['https://app.example/?next=x', 'https://more.example/**'],
      ],
      authApi: {
        appUrl: 'https://app.example/',
        ...{ admin: true, anonymous: true, phone: true, phoneFactor: true, passkeys: true },
        ...{ wallets: ['solana', 'ethereum'], saml: [], ssoKey: undefined },
      },
      providers: [],
      quickHideUrl: 'https://www.allrecipes.com/',
      quickHideFallbackUrl: 'https://www.bbcgoodfood.com/',
      beta: false,
      logLevel: 'warn',
    })
  })

  test.each([
    'app.example',
    'http://app.example',
    'https://me@app.example',
    'https://app.example/?next=x/**',
    'https://app.example/#x',
    'https://app.example/*',
    'https://app.example/**/x',
    'https://app.example/in**',
    'https:///**',
    'https://*.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://callback',
    'https://app.example, https://other.example',
  ])('rejects %s as an entry of REDIRECT_URLS', (REDIRECT_URLS) => {
    expect(refusal({ REDIRECT_URLS: `https://fine.example ${REDIRECT_URLS}` })).toContain(
      'REDIRECT_URLS must be',
    )
  })

  test.each(['app.example', 'https://app.example/**', 'https://a.example https://b.example', 'javascript:1'])(
    'rejects %s as APP_URL',
    (APP_URL) => {
      expect(refusal({ APP_URL })).toContain('APP_URL must be one address')
    },
  )

  test.each(['abc', '3000x', '-1', '1.5', '65536', 'NaN'])('rejects the port %s', (PORT) => {
    expect(refusal({ PORT })).toBe(
      'The configuration cannot be used: PORT must be a whole number from 0 to 65535. Mend it and start again.',
    )
  })

  test.each(['not a host', 'a/b', 'host:80:90'])('rejects the host %s', (HOST) => {
    expect(refusal({ HOST })).toContain('HOST must be a host name or an address of this machine.')
  })

  test.each([
    ['PUBLIC_URL', 'unfog.example', 'must be an address that starts with http:// or https://'],
    ['PUBLIC_URL', 'ftp://unfog.example', 'must be an address that starts with http:// or https://'],
    ['QUICK_HIDE_URL', 'javascript:alert(1)', 'must be an address that starts with http:// or https://'],
    ['QUICK_HIDE_FALLBACK_URL', '/recipes', 'must be an address that starts with http:// or https://'],
    ['DATABASE_URL', 'mysql://db', 'must be an address that starts with postgres:// or postgresql://'],
    ['DATABASE_URL', 'db.example:5432', 'must be an address that starts with postgres:// or postgresql://'],
    ['LOG_LEVEL', 'loud', 'must be one of silent, error, warn, info, debug'],
    ['MASTER_KEY', 'a password', 'must be 32 random bytes in base64'],
    // `openssl rand -hex 32`, and 16 bytes.
    ['MASTER_KEY', '0123456789abcdef'.repeat(4), 'must be 32 random bytes in base64'],
    ['MASTER_KEY', Buffer.alloc(16).toString('base64'), 'must be 32 random bytes in base64'],
    ['SMTP_URL', 'mail.example:25', 'must be an address that starts with smtp:// or smtps://'],
    ['SMTP_URL', 'https://mail.example', 'must be an address that starts with smtp:// or smtps://'],
    ['MAIL_FROM', 'nobody', 'must be a mail address'],
    // A line break would begin another header (RFC 5322, 2.2).
    ['MAIL_FROM', 'notes@unfog.example\r\nBcc: all@unfog.example', 'must be a mail address'],
    ['CONTACT_TO', 'desk', 'must be one mail address'],
    ['CONTACT_TO', 'desk@unfog.example, all@unfog.example', 'must be one mail address'],
    ['CONTACT_TO', 'desk@unfog.example\r\nBcc: all@unfog.example', 'must be one mail address'],
    ['CONTACT_KEPT_DAYS', '0', 'must be a whole number of days, from 1 to 3650'],
    ['CONTACT_KEPT_DAYS', '1.5', 'must be a whole number of days, from 1 to 3650'],
    ['CONTACT_KEPT_DAYS', 'always', 'must be a whole number of days, from 1 to 3650'],
    ['CONTACT_KEPT_DAYS', '3651', 'must be a whole number of days, from 1 to 3650'],
    ['TRUSTED_PROXIES', 'all', 'must be a whole number'],
    ['TRUSTED_PROXIES', '1.5', 'must be a whole number'],
    ['TRUSTED_PROXIES', '-1', 'must be a whole number'],
    ['TRUSTED_PROXIES', '11', 'must be a whole number'],
  ])('rejects %s=%s', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(
      `The configuration cannot be used: ${name} ${sentence}. Mend it and start again.`,
    )
  })

  test('reports all wrong settings at once, without their values, which may hold a password', () => {
    const sentence = refusal({
      ...{ PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'postgre://web:hunter2@db' },
      ...{ SMTP_URL: 'smpt://me:hunter2@mail', MASTER_KEY: 'hunter2' },
    })
    expect(sentence).toMatch(
      /PORT must .*; DATABASE_URL must .*; MASTER_KEY must .*; SMTP_URL must .*; LOG_LEVEL must /,
    )
    expect(sentence).not.toContain('hunter2')
  })

  test('rejects MIGRATION_DATABASE_URL without DATABASE_URL', () => {
    expect(refusal({ MIGRATION_DATABASE_URL: 'postgres://owner@db' })).toBe(
      'MIGRATION_DATABASE_URL is set without DATABASE_URL: set both, or neither to use the database inside DATA_DIR.',
    )
  })

  test('rejects DATABASE_URL without MASTER_KEY', () => {
    const sentence =
      'DATABASE_URL is set without MASTER_KEY: make one with `openssl rand -base64 32`, keep it apart from the database and its backups, and set it.'
    expect(refusal({ DATABASE_URL: 'postgres://db' })).toBe(sentence)
    expect(refusal({ DATABASE_URL: 'postgres://db', MASTER_KEY: ' ' })).toBe(sentence)
  })

  test('rejects SMTP_URL without MAIL_FROM', () => {
    expect(refusal({ SMTP_URL: 'smtp://mail.example' })).toBe(
      'SMTP_URL is set without MAIL_FROM: set it to the address that mail comes from.',
    )
  })
})

describe('a PostgreSQL on another machine', () => {
  const read = (DATABASE_URL: string, more = {}) => readConfig({ MASTER_KEY, DATABASE_URL, ...more })

  test.each(['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'])(
    'is rejected with one sentence when %s has no sslmode',
    (name) => {
      const settings = { MASTER_KEY, DATABASE_URL: 'postgres://localhost/unfog' }
      const sentence = refusal({ ...settings, [name]: 'postgres://web:hunter2@db.example/unfog' })
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

describe('The public URL', () => {
  test.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['127.8.8.8', 'http://localhost:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
  ])('defaults to localhost when the host is %s', (HOST, address) => {
    expect(readConfig({ HOST }).publicUrl).toBe(address)
  })

  test.each([
    ['https://Unfog.Example:443/?x=1', 'https://unfog.example'],
    ['https://user:secret@unfog.example', 'https://unfog.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('is the origin of %s', (PUBLIC_URL, origin) => expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(origin))

  test('is rejected with a path, because pages are served at the root', () => {
    expect(refusal({ PUBLIC_URL: 'https://unfog.example/help' })).toContain(
      'PUBLIC_URL must be an address without a path',
    )
  })

  test.each([
    'http://unfog.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://192.168.1.2',
    'http://[fe80::1]',
    'http://0.0.0.0',
  ])('is rejected as %s, where cookies and Quick Hide cannot work', (PUBLIC_URL) => {
    expect(refusal({ PUBLIC_URL })).toBe(
      'PUBLIC_URL is plain http on an address others can reach, where private cookies and Quick Hide cannot work: use https.',
    )
  })

  test.each(['192.168.1.2', 'fe80::1', 'unfog.example'])('is required when the host is %s', (HOST) => {
    expect(refusal({ HOST })).toBe(
      'HOST is an address others can reach: set PUBLIC_URL to the https address under which they do, or leave HOST out.',
    )
    expect(readConfig({ HOST, PUBLIC_URL: 'https://unfog.example' }).host).toBe(HOST)
  })
})

test('the Quick Hide URL is encoded for a header', () => {
  const { quickHideUrl } = readConfig({ QUICK_HIDE_URL: 'https://küche.example/süß?a=b\n\r c' })
  expect(quickHideUrl).toMatch(/^https:\/\/xn--kche-0ra\.example\/s%C3%BC%C3%9F\?a=b%20?c?/)
  expect(quickHideUrl).toMatch(/^[!-~]+$/)
})

test.each([
  ['on', true],
  ['off', false],
  ['false', false],
  ['0', false],
  [' ', true],
])('the setting BETA=%j is read as %j', (BETA, beta) => expect(readConfig({ BETA }).beta).toBe(beta))

test('a BETA other than on or off is rejected', () => {
  expect(refusal({ BETA: 'maybe' })).toBe(
    'The configuration cannot be used: BETA must be on or off. Mend it and start again.',
  )
})
