import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { isConfidential, isLoopback } from './loopback.ts'
import { readProviders } from './openid-providers.server.ts'
import { readSamlProviders, readSsoKey } from './saml-providers.server.ts'
import { UserFacingError } from './user-facing-error.ts'

/** Lists all configuration errors. */
export class ConfigError extends UserFacingError {}

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

const postgresUrl = url('postgres:', 'postgresql:')
/** Percent-encoded, so that it fits in a header (URL standard, 4.5). */
const webUrl = url('http:', 'https:').transform((text) => new URL(text).href)

const masterKeyValue = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 random bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'))

const daysMessage = 'must be a whole number of days, from 1 to 3650'
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const isLanguageTag = (text: string) => {
  try {
    return Intl.getCanonicalLocales(text)[0] === text
  } catch {
    return false
  }
}

/**
 * Nothing else reads `process.env`. The descriptions become `.env.example`; docs/configuration.md says more. This file is long because
 * an operator's mistake is found by reading one setting, its check and what it needs of the others in one place.
 */
const environment = z.object({
  PORT: z.coerce
    .number('must be a whole number from 0 to 65535')
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe('The port to listen on.'),
  HOST: z
    .string()
    .refine(
      (host) => /^[^/?#@]+$/.test(host) && URL.canParse(`http://${bracketIpv6(host)}`),
      'must be a host name or an address of this machine',
    )
    .default('127.0.0.1')
    .describe('The address to listen on.'),
  PUBLIC_URL: webUrl
    .refine(
      (text) => new URL(text).pathname === '/',
      'must be an address without a path: the pages stand at its root',
    )
    .optional()
    .describe('The origin under which people reach the site. Links are built from it, never from a header.'),
  DATA_DIR: z.string().min(1).default('./.data').describe('The folder for the database, keys and outbox.'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe(
      'PostgreSQL 15 or newer. Default: an embedded one in DATA_DIR. On another machine it needs an sslmode (docs/deployment.md).',
    ),
  MIGRATION_DATABASE_URL: postgresUrl.optional().describe('A login of its own for migrations.'),
  BACKUP_DATABASE_URL: postgresUrl
    .optional()
    .describe('A login that may act as unfog_maintenance, for backups.'),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be what `npm run operator -- backup-key` shows, age1…')
    .optional()
    .describe('The public key that encrypts backups: `npm run operator -- backup-key` makes one.'),
  MASTER_KEY: masterKeyValue
    .optional()
    .describe('Encrypts the keys in the database: `openssl rand -base64 32`. Default: a file in DATA_DIR.'),
  NEW_MASTER_KEY: masterKeyValue
    .optional()
    .describe('The next master key, for rotation only (docs/deployment.md).'),
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('Outgoing mail. Default: emails go to DATA_DIR/outbox, and addresses need no confirmation.'),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be a mail address')
    .optional()
    .describe('The sender of emails. It should be neutral: someone else may see the inbox.'),
  CONTACT_TO: z
    .email('must be one mail address')
    .optional()
    .describe('The mailbox for contact messages. Default: only the operator’s command shows them.'),
  CONTACT_KEPT_DAYS: z.coerce
    .number(daysMessage)
    .int(daysMessage)
    .min(1, daysMessage)
    .max(3650, daysMessage)
    .default(365)
    .describe('Days until a contact message is deleted.'),
  REDIRECT_URLS: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .refine(
      (urls) => urls.every(isRedirectUrl),
      'must be addresses with spaces between: https://, a scheme of your app such as org.example.app://, or http:// of this machine; `/**` may stand at the end alone',
    )
    // Normalized for comparison.
    .transform((urls) => urls.map((text) => new URL(text).href))
    .default([])
    .describe(
      'Apps that may receive a session, exactly or as prefixes (docs/decisions/008). Default: only our own pages.',
    ),
  APP_URL: z
    .string()
    .trim()
    .refine(
      (text) => isRedirectUrl(text) && !text.endsWith('/**'),
      'must be one address: https://, a scheme of your app such as org.example.app://, or http:// of this machine',
    )
    .transform((text) => new URL(text).href)
    .optional()
    .describe('The default redirect target of apps, which Supabase calls the site URL.'),
  ADMIN_CALLS: z
    .stringbool('must be on or off')
    .default(false)
    .describe('Whether programs may administer accounts through /auth/v1.'),
  ANONYMOUS_SIGN_IN: z
    .stringbool('must be on or off')
    .default(false)
    .describe('Whether apps may create users without an address.'),
  PHONE_SIGN_IN: z
    .stringbool('must be on or off')
    .default(false)
    .describe('Whether apps may sign users in by SMS.'),
  PHONE_SECOND_STEP: z
    .stringbool('must be on or off')
    .default(false)
    .describe('Whether a phone may be a second factor.'),
  PASSKEY_SIGN_IN: z
    .stringbool('must be on or off')
    .default(false)
    .describe('Whether apps may use passkeys, as our own pages always do.'),
  SMS_URL: url('http:', 'https:')
    .optional()
    .describe('The webhook that sends SMS. Default: they go to DATA_DIR/outbox.'),
  WALLET_SIGN_IN: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .pipe(z.array(z.enum(['ethereum', 'solana'], 'must be ethereum, solana, or both with a space between')))
    .default([])
    .describe('Wallets that may sign in to apps of REDIRECT_URLS: ethereum, solana, or both.'),
  SSO_KEY: z
    .string()
    .transform(readSsoKey)
    .refine((key) => key !== undefined, {
      error:
        'must be an RSA key (PKCS #8) and its certificate, each without its first and last line, in one line',
    })
    .optional()
    .describe('The key and certificate for encrypted SAML responses.'),
  TRUSTED_PROXIES: z.coerce
    .number('must be a whole number')
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('The number of our own proxies. Only that many last entries of X-Forwarded-For are trusted.'),
  QUICK_HIDE_URL: webUrl
    .default('https://www.allrecipes.com/')
    .describe('Where Quick Hide goes: an unrelated recipe website, the same for everyone (safety point 21).'),
  QUICK_HIDE_FALLBACK_URL: webUrl
    .default('https://www.bbcgoodfood.com/')
    .describe('Where Quick Hide goes after three seconds without a response.'),
  BETA: z
    .stringbool('must be on or off')
    .default(true)
    .describe('Whether journaling is free for everyone (specification point 1).'),
  METRICS_PORT: z.coerce
    .number('must be a whole number from 1 to 65535')
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe('The port for Prometheus metrics, on the loopback address only.'),
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .default('info')
    .describe('How much is logged.'),
  LANGUAGE: z
    .string()
    .refine(isLanguageTag, 'must be a language tag (BCP 47), such as en')
    .default('en')
    .describe(
      'The language of pages and emails. What its catalogs lack, or all without catalogs, is in English.',
    ),
})

/** Every setting with a fixed name; OIDC_<NAME> and SAML_<NAME> come on top. */
export const settings = Object.entries(environment.shape).map(([name, { description = '', def }]) => ({
  name,
  description,
  fallback: 'defaultValue' in def && !Array.isArray(def.defaultValue) ? String(def.defaultValue) : '',
}))

export type Config = ReturnType<typeof readConfig>

/** Parses the environment; blank counts as not set. Throws ConfigError with every wrong setting. */
export function readConfig(source = readEnvironment()) {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''))
  const parsed = environment.safeParse(settings)
  const { providers, errors: providerErrors } = readProviders(settings)
  const { saml, errors: samlErrors } = readSamlProviders(settings)
  if (!parsed.success || providerErrors.length > 0 || samlErrors.length > 0) {
    const issues = parsed.error?.issues ?? []
    const issueErrors = issues.map((issue) => `${issue.path.join('.')} ${sentencePart(issue.message)}`)
    const errors = [...issueErrors, ...providerErrors, ...samlErrors]
    throw new ConfigError(`The configuration cannot be used: ${errors.join('; ')}. Mend it and start again.`)
  }
  const values = parsed.data
  if (values.MIGRATION_DATABASE_URL && !values.DATABASE_URL) {
    throw new ConfigError(
      'MIGRATION_DATABASE_URL is set without DATABASE_URL: set both, or neither to use the database inside DATA_DIR.',
    )
  }
  if (values.DATABASE_URL && !values.MASTER_KEY) {
    throw new ConfigError(
      'DATABASE_URL is set without MASTER_KEY: make one with `openssl rand -base64 32`, keep it apart from the database and its backups, and set it.',
    )
  }
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'] as const) {
    if (values[name] && !hasExplicitEncryption(values[name], settings.PGHOST)) {
      throw new ConfigError(
        `${name} is a PostgreSQL on another machine: add ?sslmode=verify-full to it, and &sslrootcert=<file> for a certificate authority of your own, or ?sslmode=disable on a private network.`,
      )
    }
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new ConfigError('SMTP_URL is set without MAIL_FROM: set it to the address that mail comes from.')
  }
  if (values.SMS_URL && !isConfidential(new URL(values.SMS_URL))) {
    throw new ConfigError(
      'SMS_URL is plain http to another machine, where everybody on the way could read the codes: use https.',
    )
  }
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://${loopbackName(values.HOST)}:${values.PORT}`)
  if (!isConfidential(publicUrl)) {
    if (!values.PUBLIC_URL) {
      throw new ConfigError(
        'HOST is an address others can reach: set PUBLIC_URL to the https address under which they do, or leave HOST out.',
      )
    }
    throw new ConfigError(
      'PUBLIC_URL is plain http on an address others can reach, where private cookies and Quick Hide cannot work: use https.',
    )
  }
  const smsSetting = (['PHONE_SIGN_IN', 'PHONE_SECOND_STEP'] as const).find((name) => values[name])
  if (smsSetting && !values.SMS_URL && !isLoopback(publicUrl.hostname)) {
    throw new ConfigError(
      `${smsSetting} is on without SMS_URL, so nobody would get a code: set SMS_URL to what sends texts for you.`,
    )
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: publicUrl.origin,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    backupDatabaseUrl: values.BACKUP_DATABASE_URL,
    backupRecipient: values.BACKUP_RECIPIENT,
    masterKey: values.MASTER_KEY,
    newMasterKey: values.NEW_MASTER_KEY,
    smtpUrl: values.SMTP_URL,
    smsUrl: values.SMS_URL,
    mailFrom: values.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    contactTo: values.CONTACT_TO,
    contactKeptDays: values.CONTACT_KEPT_DAYS,
    trustedProxies: values.TRUSTED_PROXIES,
    /** Only here can accounts work without a confirmed email. */
    loopback: isLoopback(publicUrl.hostname),
    redirectUrls: values.REDIRECT_URLS,
    authApi: {
      appUrl: values.APP_URL,
      admin: values.ADMIN_CALLS,
      anonymous: values.ANONYMOUS_SIGN_IN,
      phone: values.PHONE_SIGN_IN,
      phoneFactor: values.PHONE_SECOND_STEP,
      passkeys: values.PASSKEY_SIGN_IN,
      wallets: values.WALLET_SIGN_IN,
      saml,
      ssoKey: values.SSO_KEY,
    },
    providers,
    quickHideUrl: values.QUICK_HIDE_URL,
    quickHideFallbackUrl: values.QUICK_HIDE_FALLBACK_URL,
    beta: values.BETA,
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
    language: values.LANGUAGE,
  }
}

/** The environment, and behind it the settings in the file, if there is one. Throws ConfigError if it can't be read. */
export function readEnvironment(file = '.env'): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') return process.env
    throw new ConfigError(`The file ${file} cannot be read (${code}): let this user read it, or remove it.`)
  }
}

/** For child processes. */
export const environmentWith = (extra: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...extra,
})

/** ASVS 5.0, 12.3.1 and 12.3.2: other modes of `pg` do not encrypt or verify, or soon verify less. */
function hasExplicitEncryption(address: string, fallbackHost = 'localhost'): boolean {
  const { hostname, searchParams } = new URL(address)
  // As in `pg`: parameters override the host, and the last one wins.
  const lastParam = (name: string) => searchParams.getAll(name).at(-1)
  const host = lastParam('host') || decodeURIComponent(hostname) || fallbackHost
  const isUnixSocket = host.startsWith('/')
  return (
    isUnixSocket ||
    isLoopback(host.toLowerCase()) ||
    /^(?:verify-full|disable)$/.test(lastParam('sslmode') ?? '')
  )
}

/** Private-use schemes contain a dot (RFC 8252, 7.1). */
function isRedirectUrl(text: string): boolean {
  const isPattern = text.endsWith('/**')
  const fixed = isPattern ? text.slice(0, -2) : text
  // They would parse as part of a host name.
  if (!URL.canParse(fixed) || /[*,]/.test(fixed)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(fixed)
  const safe =
    protocol === 'https:' ||
    (protocol === 'http:' ? isLoopback(hostname) : /^[a-z][a-z\d+-]*\./.test(protocol))
  return safe && !username && !password && !hash && !(isPattern && search)
}

const sentencePart = (message: string) => message.replace(/^Invalid input: /, 'is wrong: ').replace(/\.$/, '')
const loopbackName = (host: string) =>
  isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : bracketIpv6(host)
/** RFC 3986, 3.2.2. */
const bracketIpv6 = (host: string) => (host.includes(':') ? `[${host}]` : host)
