import { v7 as uuidv7 } from 'uuid'
import { randomToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { loggable } from '../../../platform/log.server.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import { proveByProvider } from '../proof/provider/writes.server.ts'
import { emailKey } from '../rules.ts'
import { type Asker, type Engine, startSession } from '../writes.server.ts'
import type { FinishOutcome, Person, Refusal } from './contract.ts'
import { type Brought, keepFlow, takeFlow } from './flows/writes.server.ts'
import { addIdentity, link } from './linked/writes.server.ts'
import { addressOf, newQuestion, reach, readPerson } from './reads.server.ts'
import { isChangeOfMind, offered } from './rules.ts'

/**
 * Begins a sign-in at a provider.
 *
 * @param asking the session whose account gets the provider, or that shows by it whose it is; left out, it signs in
 * @param known as the browser is called already
 * @returns where to send the person, and how their browser is called; undefined when the provider cannot be reached
 */
export async function startFlow(
  engine: Engine,
  provider: OpenidProvider,
  brought: Brought,
  known: string | undefined,
  asking?: { id: string; user_id: string; proves: boolean },
): Promise<{ to: string; browser: string } | undefined> {
  try {
    await reach(provider)
  } catch (thrown) {
    engine.log.error('a provider of sign-in cannot be reached', { error: loggable(thrown) })
    return undefined
  }
  const browser = known ?? randomToken()
  const question = newQuestion()
  const proves = asking?.proves ?? false
  const awaited = { awaits: 'answer' as const, question, ...(asking && { session_id: asking.id, proves }) }
  const flow = { provider: provider.key, user_id: asking?.user_id ?? null, brought, awaited }
  const state = await keepFlow(engine, flow, browser)
  return { to: (await addressOf(provider, engine.config.publicUrl, state, question, proves)).href, browser }
}

/**
 * Ends what `startFlow` began, with the provider's answer.
 *
 * @param answer of the query or the form; anybody may have written it
 * @param browser as its cookie names it
 */
export async function finishFlow(
  engine: Engine,
  providers: OpenidProvider[],
  answer: URLSearchParams,
  browser: string | undefined,
  asker: Pick<Asker, 'address'>,
): Promise<FinishOutcome> {
  const state = answer.get('state')
  const flow = state ? await takeFlow(engine, state, 'answer', browser) : undefined
  const provider = providers.find(({ key }) => key === flow?.provider)
  if (!state || !flow || !provider) return { outcome: 'refused', reason: 'gone' }
  const refused = (reason: Refusal) => ({ outcome: 'refused', reason, provider: offered(provider) }) as const
  const error = answer.get('error')
  if (error) return refused(isChangeOfMind(error) ? 'denied' : 'failed')
  const { question, session_id, proves } = flow.awaited
  let person: Person
  try {
    person = await readPerson(provider, engine.config.publicUrl, answer, { ...question, state })
  } catch (thrown) {
    engine.log.warn('a provider’s answer was refused', { error: loggable(thrown) })
    return refused('failed')
  }
  if (flow.user_id) {
    const session = { id: session_id ?? '', user_id: flow.user_id }
    if (proves) {
      const proven = await proveByProvider(engine, { provider: provider.key, sub: person.sub }, session)
      if (typeof proven === 'string') return refused(proven)
      return { outcome: 'signed_in', ...proven, ...(flow.brought.next && { next: flow.brought.next }) }
    }
    return link(engine, provider.key, person, session).then((reason) =>
      reason ? refused(reason) : { outcome: 'linked' },
    )
  }
  const user = await knownUser(engine, provider.key, person)
  if (user?.status === 'suspended') return refused('suspended')
  if (user) return signedIn(engine, provider, user.id, flow.brought)
  if (!person.email) return refused('unverified')
  if (await hasAccount(engine.auth, person.email)) return refused('has_account')
  if (flow.brought.of_age) return newcomer(engine, provider, person, flow.brought, asker)
  const { brought } = flow
  const asked = {
    provider: provider.key,
    user_id: null,
    brought,
    awaited: { awaits: 'age' as const, person },
  }
  // A browser that has no name was refused above.
  return {
    outcome: 'needs_age',
    ticket: await keepFlow(engine, asked, browser as string),
    provider: offered(provider),
  }
}

/**
 * Makes the account of a new person who said that they are 16 after they came from the provider.
 *
 * @param ticket as `needs_age` gave it
 */
export async function join(
  engine: Engine,
  providers: OpenidProvider[],
  ticket: string,
  browser: string | undefined,
  asker: Pick<Asker, 'address'>,
): Promise<FinishOutcome> {
  const flow = await takeFlow(engine, ticket, 'age', browser)
  const provider = providers.find(({ key }) => key === flow?.provider)
  if (!flow || !provider) return { outcome: 'refused', reason: 'gone' }
  return newcomer(engine, provider, flow.awaited.person, flow.brought, asker)
}

/** A new account, its address confirmed by the provider. It is never joined to one that has the address. */
async function newcomer(
  engine: Engine,
  provider: OpenidProvider,
  { sub, email }: Person,
  brought: Brought,
  { address }: Pick<Asker, 'address'>,
): Promise<FinishOutcome> {
  const { auth, limits, clock } = engine
  const refused = (reason: Refusal) => ({ outcome: 'refused', reason, provider: offered(provider) }) as const
  if (!email) return refused('unverified')
  if ((await limits.wait('account', [address])) > 0) return refused('wait')
  await limits.count('account', [address])
  const now = clock.now()
  const id = await auth.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('auth.users')
      .values({ id: uuidv7(), email, email_key: emailKey(email), email_confirmed_at: now, of_age_at: now })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return undefined
    if (await addIdentity(transaction, made.id, provider.key, { sub, email }, now)) return made.id
    // Linked to another account while they were asked their age.
    await transaction.deleteFrom('auth.users').where('id', '=', made.id).execute()
    return undefined
  })
  return id ? signedIn(engine, provider, id, brought) : refused('has_account')
}

async function signedIn(
  engine: Engine,
  provider: OpenidProvider,
  user_id: string,
  brought: Brought,
): Promise<FinishOutcome> {
  const { next, wanted, device, shared_device } = brought
  const started = await startSession(engine, user_id, { device, shared_device, method: 'oauth' })
  if (!started) return { outcome: 'refused', reason: 'suspended', provider: offered(provider) }
  return { outcome: 'signed_in', ...started, ...(next && { next }), ...(wanted && { wanted }) }
}

/** Whose sign-in it is. That it was used, and the address it has now, is remembered. */
async function knownUser({ auth, clock }: Engine, provider: string, person: Person) {
  const now = clock.now()
  const identity = await auth
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(person), last_sign_in_at: now, updated_at: now })
    .where('provider', '=', provider)
    .where('provider_id', '=', person.sub)
    .returning('user_id')
    .executeTakeFirst()
  if (!identity) return undefined
  return auth
    .selectFrom('auth.users')
    .select(['id', 'status'])
    .where('id', '=', identity.user_id)
    .executeTakeFirst()
}

const hasAccount = (auth: Database, email: string) =>
  auth.selectFrom('auth.users').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst()
