import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { readProviders } from './openid-providers.server.ts'
import { readSamlProviders, readSsoKey } from './saml-providers.server.ts'
import { UserFacingError } from './user-facing-error.ts'

/** What the configuration gets wrong, in one sentence for the operator. */
export class ConfigError extends UserFacingError {}

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

const postgresUrl = url('postgres:', 'postgresql:')
/** In the one form that a header can carry too: other letters encoded, no line breaks (URL standard, 4.5). */
const webUrl = url('http:', 'https:').transform((text) => new URL(text).href)

const masterKeyText = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 random bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'))

const wholeDays = 'must be a whole number of days, from 1 to 3650'
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** Every setting the product reads from its environment (design: "Running"). Nothing else reads `process.env`. */
const environment = z.object({
  PORT: z.coerce.number('must be a whole number from 0 to 65535').int().min(0).max(65_535).default(3000),
  HOST: z
    .string()
    .refine(
      (host) => /^[^/?#@]+$/.test(host) && URL.canParse(`http://${inAddress(host)}`),
      'must be a host name or an address of this machine',
    )
    .default('127.0.0.1'),
  /** Where people reach us; links in mail and canonical addresses are built from it, never from a header. */
  PUBLIC_URL: webUrl
    .refine(
      (text) => new URL(text).pathname === '/',
      'must be an address without a path: the pages stand at its root',
    )
    .optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  /**
   * Any PostgreSQL 15 or newer. Without it a private one is started inside DATA_DIR. On another machine it says `sslmode=verify-full`
   * or `sslmode=disable` (docs/deployment.md).
   */
  DATABASE_URL: postgresUrl.optional(),
  /** The role that migrates, where it differs from the one that serves. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  /** A login that may act as `unfog_maintenance`, for backups alone; the server itself does not use it. */
  BACKUP_DATABASE_URL: postgresUrl.optional(),
  /** Who can open the backups that are made here: the public half of the operator's key for them, `age1…`. */
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be what `npm run operator -- backup-key` shows, age1…')
    .optional(),
  /** What opens what the database holds sealed: 32 random bytes in base64. Without DATABASE_URL a file in DATA_DIR holds it. */
  MASTER_KEY: masterKeyText.optional(),
  /** The next one, for the operator's command alone (docs/deployment.md, "The master key"). */
  NEW_MASTER_KEY: masterKeyText.optional(),
  /** Where mail goes out. Without it mail is written to DATA_DIR/outbox, and nobody is asked to confirm an address. */
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  /** The sender of all mail: a neutral one, because somebody else may see the list of messages. */
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be a mail address')
    .optional(),
  /** Who reads what is written by the contact form. Without it messages are kept, and the operator's command shows them. */
  CONTACT_TO: z.email('must be one mail address').optional(),
  /** For how many days such a message is kept, answered or not. */
  CONTACT_KEPT_DAYS: z.coerce
    .number(wholeDays)
    .int(wholeDays)
    .min(1, wholeDays)
    .max(3650, wholeDays)
    .default(365),
  /**
   * Apps of their own that may be led to with a session (docs/decisions/008): addresses with spaces between, each exact, or with all that
   * lies below it where it ends in `/**`. Without it links lead to our own pages alone.
   */
  REDIRECT_URLS: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .refine(
      (urls) => urls.every(isRedirectUrl),
      'must be addresses with spaces between: https://, a scheme of your app such as org.example.app://, or http:// of this machine; `/**` may stand at the end alone',
    )
    // In the form in which addresses are compared.
    .transform((urls) => urls.map((text) => new URL(text).href))
    .default([]),
  /** The app that is led to where it names no address itself (the reference service's site URL). Without it our own pages are. */
  APP_URL: z
    .string()
    .trim()
    .refine(
      (text) => isRedirectUrl(text) && !text.endsWith('/**'),
      'must be one address: https://, a scheme of your app such as org.example.app://, or http:// of this machine',
    )
    .transform((text) => new URL(text).href)
    .optional(),
  /** Whether programs of the operator may call the administration of /auth/v1, with a token of `npm run operator`. */
  ADMIN_CALLS: z.stringbool('must be on or off').default(false),
  /** Whether apps may sign somebody in who gives nothing. */
  ANONYMOUS_SIGN_IN: z.stringbool('must be on or off').default(false),
  /** Whether apps may sign people in by a telephone number and a code in a text. */
  PHONE_SIGN_IN: z.stringbool('must be on or off').default(false),
  /** Whether apps may take a telephone as somebody's second step: a code in a text, after the password. */
  PHONE_SECOND_STEP: z.stringbool('must be on or off').default(false),
  /** Whether apps may add passkeys and sign people in by them; our own pages always do. */
  PASSKEY_SIGN_IN: z.stringbool('must be on or off').default(false),
  /** Where such texts are handed to (platform/sms.server.ts). Without it they are written to DATA_DIR/outbox. */
  SMS_URL: url('http:', 'https:').optional(),
  /** Of which chains a wallet may sign its owner in, in apps of REDIRECT_URLS: with spaces between. */
  WALLET_SIGN_IN: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .pipe(z.array(z.enum(['ethereum', 'solana'], 'must be ethereum, solana, or both with a space between')))
    .default([]),
  /** By which organisations (SAML_<NAME>) encrypt what they say: an RSA key and its certificate, each in one line of base64. */
  SSO_KEY: z
    .string()
    .transform(readSsoKey)
    .refine((key) => key !== undefined, {
      error:
        'must be an RSA key (PKCS #8) and its certificate, each without its first and last line, in one line',
    })
    .optional(),
  /** How many proxies stand before us: so many entries at the end of X-Forwarded-For are believed, and no other. */
  TRUSTED_PROXIES: z.coerce.number('must be a whole number').int().min(0).max(10).default(0),
  /** Where Quick Hide goes: an unrelated recipe website, the same for everyone (safety point 21). */
  QUICK_HIDE_URL: webUrl.default('https://www.allrecipes.com/'),
  /** Where it goes when the first does not answer within three seconds. */
  QUICK_HIDE_FALLBACK_URL: webUrl.default('https://www.bbcgoodfood.com/'),
  /** While it is on, the default, journaling is free for everyone, whatever their plan (specification point 1). */
  BETA: z.stringbool('must be on or off').default(true),
  /** Where numbers for Prometheus are read, by this machine alone; nowhere unless told. */
  METRICS_PORT: z.coerce.number('must be a whole number from 1 to 65535').int().min(1).max(65_535).optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Parses the environment once, at start.
 *
 * @param source usually `process.env`; a blank value counts as not set
 * @throws ConfigError with every wrong setting in one sentence
 */
export function readConfig(source: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''))
  const parsed = environment.safeParse(given)
  // OIDC_GOOGLE and its like: their names are the operator's, so they are read apart.
  const { providers, wrong: wrongProviders } = readProviders(given)
  const { saml, wrong: wrongSaml } = readSamlProviders(given)
  wrongProviders.push(...wrongSaml)
  if (!parsed.success || wrongProviders.length > 0) {
    const issues = parsed.error?.issues ?? []
    const wrong = issues.map((issue) => `${issue.path.join('.')} ${sentencePart(issue.message)}`)
    wrong.push(...wrongProviders)
    throw new ConfigError(`The configuration cannot be used: ${wrong.join('; ')}. Mend it and start again.`)
  }
  const env = parsed.data
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL) {
    throw new ConfigError(
      'MIGRATION_DATABASE_URL is set without DATABASE_URL: set both, or neither to use the database inside DATA_DIR.',
    )
  }
  if (env.DATABASE_URL && !env.MASTER_KEY) {
    throw new ConfigError(
      'DATABASE_URL is set without MASTER_KEY: make one with `openssl rand -base64 32`, keep it apart from the database and its backups, and set it.',
    )
  }
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'] as const) {
    if (env[name] && !choosesEncryption(env[name], given.PGHOST)) {
      throw new ConfigError(
        `${name} is a PostgreSQL on another machine: add ?sslmode=verify-full to it, and &sslrootcert=<file> for a certificate authority of your own, or ?sslmode=disable on a private network.`,
      )
    }
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    throw new ConfigError('SMTP_URL is set without MAIL_FROM: set it to the address that mail comes from.')
  }
  if (
    env.SMS_URL &&
    new URL(env.SMS_URL).protocol === 'http:' &&
    !isLoopback(new URL(env.SMS_URL).hostname)
  ) {
    throw new ConfigError(
      'SMS_URL is plain http to another machine, where everybody on the way could read the codes: use https.',
    )
  }
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://${loopbackName(env.HOST)}:${env.PORT}`)
  if (publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname)) {
    if (!env.PUBLIC_URL) {
      throw new ConfigError(
        'HOST is an address others can reach: set PUBLIC_URL to the https address under which they do, or leave HOST out.',
      )
    }
    throw new ConfigError(
      'PUBLIC_URL is plain http on an address others can reach, where private cookies and Quick Hide cannot work: use https.',
    )
  }
  const texting = (['PHONE_SIGN_IN', 'PHONE_SECOND_STEP'] as const).find((name) => env[name])
  if (texting && !env.SMS_URL && !isLoopback(publicUrl.hostname)) {
    throw new ConfigError(
      `${texting} is on without SMS_URL, so nobody would get a code: set SMS_URL to what sends texts for you.`,
    )
  }
  return {
    port: env.PORT,
    host: env.HOST,
    /** Origin without a trailing slash. */
    publicUrl: publicUrl.origin,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL,
    backupDatabaseUrl: env.BACKUP_DATABASE_URL,
    backupRecipient: env.BACKUP_RECIPIENT,
    masterKey: env.MASTER_KEY,
    newMasterKey: env.NEW_MASTER_KEY,
    smtpUrl: env.SMTP_URL,
    smsUrl: env.SMS_URL,
    mailFrom: env.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    contactTo: env.CONTACT_TO,
    contactKeptDays: env.CONTACT_KEPT_DAYS,
    trustedProxies: env.TRUSTED_PROXIES,
    /** Whether only this machine can reach us: the one place where an account needs no confirmed address. */
    loopback: isLoopback(publicUrl.hostname),
    /** Where a link may lead besides our own pages. */
    redirectUrls: env.REDIRECT_URLS,
    /** What of /auth/v1 is open beside accounts with an address; none unless told. */
    wire: {
      appUrl: env.APP_URL,
      admin: env.ADMIN_CALLS,
      anonymous: env.ANONYMOUS_SIGN_IN,
      phone: env.PHONE_SIGN_IN,
      phoneFactor: env.PHONE_SECOND_STEP,
      passkeys: env.PASSKEY_SIGN_IN,
      wallets: env.WALLET_SIGN_IN,
      saml,
      ssoKey: env.SSO_KEY,
    },
    /** Whose sign-in may be used here; none unless told. */
    providers,
    quickHideUrl: env.QUICK_HIDE_URL,
    quickHideFallbackUrl: env.QUICK_HIDE_FALLBACK_URL,
    beta: env.BETA,
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
  }
}

/** The environment of a program that we start: ours, and what it needs besides. */
export const environmentWith = (extra: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...extra,
})

/**
 * Whether a PostgreSQL address is on this machine, or says in so many words that its connection is encrypted to a verified server, or
 * that it is not (ASVS 5.0, 12.3.1 and 12.3.2). The other modes are refused: `pg` connects in the clear without one, does not verify
 * under `no-verify`, and says that `prefer`, `require` and `verify-ca` will verify less in its next major version.
 *
 * @param fallbackHost PGHOST, which `pg` uses where the address has no host
 */
function choosesEncryption(address: string, fallbackHost = 'localhost'): boolean {
  const { hostname, searchParams } = new URL(address)
  // As `pg` reads it: a parameter wins over the host before it, and the last of several over the others.
  const last = (name: string) => searchParams.getAll(name).at(-1)
  const host = last('host') || decodeURIComponent(hostname) || fallbackHost
  const isUnixSocket = host.startsWith('/')
  return (
    isUnixSocket || isLoopback(host.toLowerCase()) || /^(?:verify-full|disable)$/.test(last('sslmode') ?? '')
  )
}

/** A scheme that an app has for itself has a dot in its name (RFC 8252, 7.1); plain http only where nobody can listen. */
function isRedirectUrl(text: string): boolean {
  const isPattern = text.endsWith('/**')
  const fixed = isPattern ? text.slice(0, -2) : text
  // Another pattern, or two addresses with a comma between, would be read as a name that nobody has.
  if (!URL.canParse(fixed) || /[*,]/.test(fixed)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(fixed)
  const safe =
    protocol === 'https:' ||
    (protocol === 'http:' ? isLoopback(hostname) : /^[a-z][a-z\d+-]*\./.test(protocol))
  return safe && !username && !password && !hash && !(isPattern && search)
}

const sentencePart = (message: string) => message.replace(/^Invalid input: /, 'is wrong: ').replace(/\.$/, '')
const loopbackName = (host: string) =>
  isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : inAddress(host)
/** An IPv6 address stands in brackets there (RFC 3986, section 3.2.2). */
const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)
