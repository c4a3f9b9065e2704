import { secp256k1 } from '@noble/curves/secp256k1.js'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeExpired } from '../../src/domains/identity/accounts/cleanup.writes.server.ts'
import { authApiApp } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'
import { ethereumWallet, solanaWallet } from '../support/wallets.ts'

const database = testDatabase()
const url = 'https://app.example/in'

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, {
    WALLET_SIGN_IN: 'ethereum solana',
    REDIRECT_URLS: 'https://app.example',
  })
})
beforeEach(() => {
  wire.time.now = new Date()
})

const ethereum = (wallet: ReturnType<typeof ethereumWallet>, at = url) =>
  wire.client().auth.signInWithWeb3({
    chain: 'ethereum',
    wallet: wallet.wallet as never,
    statement: 'Come in',
    options: { url: at },
  })
const solana = (wallet: ReturnType<typeof solanaWallet>, at = url) =>
  wire.client().auth.signInWithWeb3({
    chain: 'solana',
    wallet: wallet.wallet as never,
    statement: 'Come in',
    options: { url: at },
  })

const messageOf = (address: string, more: { at?: string; domain?: string; uri?: string } = {}) =>
  [
    `${more.domain ?? 'app.example'} wants you to sign in with your Ethereum account:`,
    ...[address, '', `URI: ${more.uri ?? url}`, 'Version: 1', 'Chain ID: 1', 'Nonce: 32891756'],
    `Issued At: ${more.at ?? wire.time.now.toISOString()}`,
  ].join('\n')
const send = (message: string, signature: string) =>
  wire.client().auth.signInWithWeb3({ chain: 'ethereum', message, signature: signature as `0x${string}` })

describe('a wallet', () => {
  test('of Ethereum creates an account and opens it the next time', async () => {
    const wallet = ethereumWallet()
    const { data, error } = await ethereum(wallet)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      ...{ email: '', app_metadata: { provider: 'web3', providers: ['web3'] } },
      identities: [{ provider: 'web3', id: `web3:ethereum:${wallet.address}` }],
    })
    wire.advance(1000)
    expect((await ethereum(wallet)).data.user?.id).toBe(data.user?.id)
    expect((await ethereum(ethereumWallet())).data.user?.id).not.toBe(data.user?.id)
  })

  test('of Solana creates an account', async () => {
    const wallet = solanaWallet()
    const { data, error } = await solana(wallet)
    expect([error, data.user?.identities?.[0]?.id]).toEqual([null, `web3:solana:${wallet.address}`])
    expect((await solana(solanaWallet())).data.user?.id).not.toBe(data.user?.id)
  })

  test('of a suspended account is rejected', async () => {
    const wallet = ethereumWallet()
    const { data } = await ethereum(wallet)
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'suspended' })
      .where('id', '=', data.user?.id ?? '')
      .execute()
    wire.advance(1000)
    expect((await ethereum(wallet)).error).toMatchObject({ code: 'user_banned' })
  })
})

describe('a signed message', () => {
  test('is accepted once, also in a race and with another valid signature', async () => {
    const { address, sign } = ethereumWallet()
    const message = messageOf(address)
    const signature = sign(message)
    const both = await Promise.all([send(message, signature), send(message, signature)])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect((await send(message, signature)).error?.message).toContain('used already')
    // The second valid signature of the same message (n - s).
    const n = secp256k1.Point.Fn.ORDER
    const other = (n - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const flipped = `${signature.slice(0, 66)}${other}${signature.endsWith('1b') ? '1c' : '1b'}`
    expect((await send(message, flipped)).error).not.toBeNull()
    // The message is stored for as long as it could be reused.
    wire.advance(9 * 60_000)
    await removeExpired(database.auth, wire.time.now)
    expect((await send(message, signature)).error?.message).toContain('used already')
    wire.advance(60_001)
    await removeExpired(database.auth, wire.time.now)
    expect((await send(message, signature)).error?.message).toContain('too long ago')
  })

  test('for another site or domain, an expired one, or one of another wallet is rejected', async () => {
    const { address, sign } = ethereumWallet()
    for (const more of [
      { domain: 'evil.example', uri: 'https://evil.example/' },
      { domain: 'evil.example' },
      { uri: 'https://app.example.evil.example/', domain: 'app.example.evil.example' },
      { at: new Date(wire.time.now.getTime() - 24 * 60 * 60_000).toISOString() },
    ]) {
      const message = messageOf(address, more)
      expect((await send(message, sign(message))).error, JSON.stringify(more)).toMatchObject({ status: 400 })
    }
    const message = messageOf(address)
    expect((await send(message, ethereumWallet().sign(message))).error?.message).toContain(
      'does not match address',
    )
    expect((await send(message, `0x${'0'.repeat(130)}`)).error?.message).toContain('does not match address')
    expect((await send(message, sign(`${message} `))).error?.message).toContain('does not match address')
    const elsewhere = await solana(solanaWallet(), 'https://evil.example/')
    expect(elsewhere.error?.message).toContain('not allowed on this server')
  })

  test('cannot be used as the state of a provider callback', async () => {
    const { address, sign } = ethereumWallet()
    const message = messageOf(address)
    expect((await send(message, sign(message))).error).toBeNull()
    const back = await wire.ask(`/callback?code=x&state=${encodeURIComponent(`auth.flows web3\0${message}`)}`)
    expect(back.status).toBeLessThan(500)
  })
})

test('a chain that is off is rejected as in the reference service', async () => {
  const off = await authApiApp(database)
  const one = await authApiApp(database, { WALLET_SIGN_IN: 'solana', REDIRECT_URLS: 'https://app.example' })
  const { address, sign } = ethereumWallet()
  const message = messageOf(address)
  const given = { chain: 'ethereum', message, signature: sign(message) } as const
  const closed = { code: 'web3_provider_disabled', status: 422 }
  expect((await off.client().auth.signInWithWeb3(given)).error).toMatchObject(closed)
  expect((await one.client().auth.signInWithWeb3(given)).error).toMatchObject(closed)
  const body = JSON.stringify({ ...given, chain: 'bitcoin' })
  const odd = await one.ask('/token?grant_type=web3', { method: 'POST', body })
  expect(await odd.json()).toMatchObject({ error_code: 'web3_unsupported_chain' })
})
