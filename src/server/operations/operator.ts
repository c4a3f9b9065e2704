import { validate as isUuid } from 'uuid'
import { findRunningPostgres } from '../../../packages/embedded-postgres/find-running.ts'
import { deleteAccount } from '../../domains/account/deletion.writes.server.ts'
import { listAccounts, readAccount } from '../../domains/identity/accounts/administration.reads.server.ts'
import {
  type OperatorOutcome,
  savePlan,
  saveStatus,
} from '../../domains/identity/accounts/administration.writes.server.ts'
import { type Plan, plans, planWords } from '../../domains/identity/accounts/plan.contract.ts'
import { planOf } from '../../domains/identity/accounts/plan.rules.ts'
import { readUserByEmail } from '../../domains/identity/identity.reads.server.ts'
import { emailKey } from '../../domains/identity/identity.rules.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.server.ts'
import type { MasterKey } from '../../platform/crypto.server.ts'
import { type Connection, type Database, openDatabase } from '../../platform/database/pool.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { DatabaseSetupError } from '../../platform/database/setup-error.ts'
import { explainConnectionError } from '../boot/database.ts'
import { readMasterKey } from '../keys/master-key.ts'
import { backupUsage, parseBackupCommand } from './backup-command.ts'
import { contactCommands } from './contact-command.ts'
import { parseServiceTokenCommand } from './service-token-command.ts'

export class OperatorError extends Error {}

const usage = `npm run operator -- user list|show|restrict|suspend|restore|erase <email>, or: user plan <email> ${plans.join('|')}, or: contact list, or: contact show|erase <id>, or: service-token [hours], or: service-token list, or: service-token revoke <id>, or: ${backupUsage}`

export type OperatorCommand = {
  words: string[]
  yes?: string | undefined
  key?: string | undefined
}

type Work = (
  auth: Database,
  clock: Clock,
  sendsEmail: boolean,
  key: () => Promise<MasterKey>,
) => Promise<string>

/** Returns the lines to print. @throws OperatorError, DatabaseSetupError */
export async function runOperator(config: Config, command: OperatorCommand): Promise<string> {
  const backupCommand = command.yes === undefined && parseBackupCommand(command.words, command.key)
  if (backupCommand) return backupCommand(config)
  const work = parseCommand(command)
  const auth = openDatabase(await findDatabase(config), roles.auth, 1)
  try {
    const probe = auth.selectFrom('auth.users').select('id').limit(1)
    await probe.execute().catch((thrown) => explain(thrown, config))
    return await work(auth, systemClock, config.smtpUrl !== undefined, () => readMasterKey(config, auth))
  } finally {
    await auth.destroy()
  }
}

/** Parses a command before anything is read or changed. @throws OperatorError */
export function parseCommand({ words, yes, key }: OperatorCommand): Work {
  if (key !== undefined) throw new OperatorError(`Type: ${usage}`)
  const [noun, verb, email, plan, ...rest] = words
  if (noun === 'contact' && yes === undefined) return parseContactCommand(words.slice(1))
  if (noun === 'service-token' && yes === undefined) {
    const work = parseServiceTokenCommand(words.slice(1))
    if (typeof work === 'function') return work
    throw new OperatorError(work?.error ?? `Type: ${usage}`)
  }
  const isTooLong = rest.length > 0 || (plan !== undefined && verb !== 'plan')
  if (noun !== 'user' || verb === undefined || isTooLong) throw new OperatorError(`Type: ${usage}`)
  if (verb !== 'erase' && yes !== undefined) throw new OperatorError('Only erase takes --yes.')
  if (verb === 'list' && email === undefined) return list
  if (verb === 'plan' && email && plan) {
    const chosen = planOf(plan)
    if (!chosen) throw new OperatorError(`There is no plan ${plan}: type ${plans.join(', ')}.`)
    return (auth, clock) => changePlan(auth, clock, email, chosen)
  }
  const work = Object.hasOwn(verbs, verb) ? verbs[verb as keyof typeof verbs] : undefined
  if (!work || !email) throw new OperatorError(`Type: ${usage}`)
  if (verb === 'erase' && emailKey(yes ?? '') !== emailKey(email)) {
    throw new OperatorError(
      `This erases the account and everything in it, for good: to do so, add the address once more, --yes ${email}.`,
    )
  }
  return (auth, clock, sendsEmail) => work(auth, clock, email, sendsEmail)
}

function parseContactCommand([verb = '', id, ...rest]: string[]): Work {
  if (verb === 'list' && id === undefined)
    return (auth, _clock, _sendsEmail, key) => contactCommands.list(auth, key)
  if ((verb !== 'show' && verb !== 'erase') || !id || rest.length > 0)
    throw new OperatorError(`Type: ${usage}`)
  return async (auth, _clock, _sendsEmail, key) => {
    const output = isUuid(id) ? await contactCommands[verb](auth, key, id) : undefined
    if (output === undefined) throw new OperatorError(`No message has the id ${id}.`)
    return output
  }
}

const verbs = {
  show,
  restrict: changeStatus('restricted', 'restricted: it reads, exports and deletes, but writes nothing'),
  suspend: changeStatus('suspended', 'suspended: its sessions have ended, and nobody signs in to it'),
  restore: changeStatus('active', 'active'),
  erase,
}

function changeStatus(status: Parameters<typeof saveStatus>[3], state: string) {
  return async (auth: Database, clock: Clock, email: string) =>
    outcomeMessage(email, await saveStatus(auth, clock, email, status), state)
}

async function changePlan(auth: Database, clock: Clock, email: string, plan: Plan): Promise<string> {
  const outcome = await savePlan(auth, clock, email, plan)
  return outcomeMessage(email, outcome, `on the plan ${planWords[plan].name()}`)
}

async function erase(auth: Database, clock: Clock, email: string, sendsEmail: boolean): Promise<string> {
  const user = await readUserByEmail(auth, email)
  const erased = user && (await deleteAccount({ auth, clock, mails: sendsEmail }, user.id, 'operator'))
  return outcomeMessage(email, erased ? 'done' : 'unknown', 'erased')
}

async function list(auth: Database): Promise<string> {
  const accounts = await listAccounts(auth)
  if (accounts.length === 0) return 'There are no accounts.'
  const lines = accounts.map(({ email, status, created_at }) =>
    [email ?? '(no address)', status, created_at.toISOString()].join('\t'),
  )
  return lines.join('\n')
}

async function show(auth: Database, clock: Clock, email: string): Promise<string> {
  const account = await readAccount(auth, email, clock.now())
  if (!account) return outcomeMessage(email, 'unknown', '')
  return [
    account.email,
    `status     ${account.status}`,
    `plan       ${account.plan}`,
    `confirmed  ${account.email_confirmed_at?.toISOString() ?? 'no'}`,
    `created    ${account.created_at.toISOString()}`,
    `sessions   ${account.sessions}`,
    `factors    ${account.factors}`,
  ].join('\n')
}

function outcomeMessage(email: string, outcome: OperatorOutcome, state: string): string {
  if (outcome === 'unknown') throw new OperatorError(`No account has the address ${email}.`)
  return `${email} is ${outcome === 'unchanged' ? 'already' : 'now'} ${state}.`
}

async function findDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const connection = await findRunningPostgres(config.dataDir)
  if (connection) return connection(roles.auth)
  throw new OperatorError(
    `No server runs on ${config.dataDir}: start it first, because the accounts are in its database.`,
  )
}

/** SQLSTATE: a table, schema or role is missing or not accessible. */
const notReadyCodes = ['42P01', '3F000', '22023', '42501']

function explain(thrown: NodeJS.ErrnoException, config: Config): never {
  if (notReadyCodes.includes(thrown.code ?? '')) {
    throw new DatabaseSetupError(
      'This database is not ready for accounts: start the server first, which makes what is missing or says what is.',
    )
  }
  throw new DatabaseSetupError(
    config.databaseUrl
      ? explainConnectionError(thrown, 'DATABASE_URL')
      : `The database in ${config.dataDir} does not let this user in (${thrown.code ?? 'no answer'}): run this as the user who runs the server, once it is ready.`,
  )
}
