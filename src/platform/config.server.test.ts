import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configRefusal } from '../../test/support/config-refusal.ts'
import { readConfig } from './config.server.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

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
      language: 'en',
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
      LANGUAGE: 'es-MX',
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
      language: 'es-MX',
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
    expect(configRefusal({ REDIRECT_URLS: `https://fine.example ${REDIRECT_URLS}` })).toContain(
      'REDIRECT_URLS must be',
    )
  })

  test.each(['app.example', 'https://app.example/**', 'https://a.example https://b.example', 'javascript:1'])(
    'rejects %s as APP_URL',
    (APP_URL) => {
      expect(configRefusal({ APP_URL })).toContain('APP_URL must be one address')
    },
  )

  test.each(['abc', '3000x', '-1', '1.5', '65536', 'NaN'])('rejects the port %s', (PORT) => {
    expect(configRefusal({ PORT })).toBe(
      'The configuration cannot be used: PORT must be a whole number from 0 to 65535. Mend it and start again.',
    )
  })

  test.each(['not a host', 'a/b', 'host:80:90'])('rejects the host %s', (HOST) => {
    expect(configRefusal({ HOST })).toContain('HOST must be a host name or an address of this machine.')
  })

  test.each([
    ['PUBLIC_URL', 'unfog.example', 'must be an address that starts with http:// or https://'],
    ['PUBLIC_URL', 'ftp://unfog.example', 'must be an address that starts with http:// or https://'],
    ['QUICK_HIDE_URL', 'javascript:alert(1)', 'must be an address that starts with http:// or https://'],
    ['QUICK_HIDE_FALLBACK_URL', '/recipes', 'must be an address that starts with http:// or https://'],
    ['DATABASE_URL', 'mysql://db', 'must be an address that starts with postgres:// or postgresql://'],
    ['DATABASE_URL', 'db.example:5432', 'must be an address that starts with postgres:// or postgresql://'],
    ['LANGUAGE', 'plain english', 'must be a language tag (BCP 47), such as en'],
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
    expect(configRefusal({ [name]: value })).toBe(
      `The configuration cannot be used: ${name} ${sentence}. Mend it and start again.`,
    )
  })

  test('reports all wrong settings at once, without their values, which may hold a password', () => {
    const sentence = configRefusal({
      ...{ PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'postgre://web:hunter2@db' },
      ...{ SMTP_URL: 'smpt://me:hunter2@mail', MASTER_KEY: 'hunter2' },
    })
    expect(sentence).toMatch(
      /PORT must .*; DATABASE_URL must .*; MASTER_KEY must .*; SMTP_URL must .*; LOG_LEVEL must /,
    )
    expect(sentence).not.toContain('hunter2')
  })

  test('rejects MIGRATION_DATABASE_URL without DATABASE_URL', () => {
    expect(configRefusal({ MIGRATION_DATABASE_URL: 'postgres://owner@db' })).toBe(
      'MIGRATION_DATABASE_URL is set without DATABASE_URL: set both, or neither to use the database inside DATA_DIR.',
    )
  })

  test('rejects DATABASE_URL without MASTER_KEY', () => {
    const sentence =
      'DATABASE_URL is set without MASTER_KEY: make one with `openssl rand -base64 32`, keep it apart from the database and its backups, and set it.'
    expect(configRefusal({ DATABASE_URL: 'postgres://db' })).toBe(sentence)
    expect(configRefusal({ DATABASE_URL: 'postgres://db', MASTER_KEY: ' ' })).toBe(sentence)
  })

  test('rejects SMTP_URL without MAIL_FROM', () => {
    expect(configRefusal({ SMTP_URL: 'smtp://mail.example' })).toBe(
      'SMTP_URL is set without MAIL_FROM: set it to the address that mail comes from.',
    )
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
  expect(configRefusal({ BETA: 'maybe' })).toBe(
    'The configuration cannot be used: BETA must be on or off. Mend it and start again.',
  )
})
