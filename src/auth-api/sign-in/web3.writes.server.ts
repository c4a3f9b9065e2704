import { v7 as uuidv7 } from 'uuid'
import type { AuthEngine, RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { keyedHash, keyedHashes } from '../../platform/crypto.server.ts'
import type { Result } from '../auth-api.contract.ts'
import { authError, isAuthError } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession, recorded } from '../auth-api.writes.server.ts'
import { findOrCreateUser } from '../oauth/oauth.writes.server.ts'
import { chains } from './web3.contract.ts'
import { isSignedBy } from './web3.reads.server.ts'
import { invalidGrant, messageError, messageTtl, readMessage } from './web3.rules.ts'

export const web3Disabled = authError('web3_provider_disabled', 'Web3 provider is disabled')

/** Each message works once. */
export const signInWithWeb3 = recorded('wallet', verifySignedMessage)

type SignedMessage = { chain: string; message: string; signature: string }

async function verifySignedMessage(
  api: AuthApiDeps,
  input: SignedMessage,
  requestInfo: RequestInfo,
): Promise<Result> {
  const { clock, config } = api.engine
  const { wallets } = config.authApi
  const chain = chains.find((name) => name === input.chain)
  if (!chain) return authError('web3_unsupported_chain', 'Unsupported chain')
  if (!wallets.includes(chain)) {
    const name = chain === 'solana' ? 'Solana' : 'Ethereum'
    return authError('web3_provider_disabled', `${name} Web3 provider is disabled`)
  }
  const message = readMessage(chain, input.message)
  if ('wrong' in message) return authError('validation_failed', message.wrong)
  if (!(await isSignedBy(chain, message.address, input.message, input.signature))) {
    return invalidGrant('Signature does not match address in message')
  }
  const error = messageError(message, config, clock.now())
  if (error) return error
  if (!(await consumeMessage(api.engine, input.message, message.issued_at))) {
    return invalidGrant('Signed message was used already')
  }
  // Case-insensitive (EIP-55).
  const address = chain === 'ethereum' ? message.address.toLowerCase() : message.address
  const person = { issuer: chain, sub: `web3:${chain}:${address}` }
  const user = await findOrCreateUser(api, { key: 'web3' }, person, false, requestInfo)
  return isAuthError(user) ? user : createBearerSession(api, user.user_id, 'web3', requestInfo)
}

/** Returns whether the message is new. A signature is no key: a message can have two. */
async function consumeMessage(
  { auth, clock, masterKey }: AuthEngine,
  message: string,
  issued_at: Date,
): Promise<boolean> {
  const hashes = keyedHashes(masterKey, `auth.flows web3\0${message}`)
  // Also under the previous master key, after a rotation.
  const reused = await auth
    .selectFrom('auth.oauth_states')
    .select('id')
    .where('state_hash', 'in', hashes)
    .executeTakeFirst()
  if (reused) return false
  const { numInsertedOrUpdatedRows } = await auth
    .insertInto('auth.oauth_states')
    .values({
      id: uuidv7(),
      provider: 'web3',
      state_hash: keyedHash(masterKey, `auth.flows web3\0${message}`),
      sealed: Buffer.alloc(0),
      created_at: clock.now(),
      expires_at: new Date(issued_at.getTime() + messageTtl + 1000),
    })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
