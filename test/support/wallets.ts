import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

/** An Ethereum wallet (EIP-1193). */
export function ethereumWallet() {
  const { secretKey, publicKey } = secp256k1.keygen()
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const address = `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')}`
  const sign = (message: string) => {
    const text = Buffer.from(message)
    const hash = keccak_256(
      Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`), text]),
    )
    const signed = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
    return `0x${Buffer.from(signed.subarray(1)).toString('hex')}${(27 + (signed[0] ?? 0)).toString(16)}` as const
  }
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    if (method === 'eth_requestAccounts') return [address]
    if (method === 'eth_chainId') return '0x1'
    return sign(Buffer.from(String(params[0]).slice(2), 'hex').toString())
  }
  return { address, sign, wallet: { request, on: () => {}, removeListener: () => {} } }
}

/** A Solana wallet. */
export function solanaWallet() {
  const { secretKey, publicKey } = ed25519.keygen()
  const address = base58.encode(publicKey)
  const signMessage = async (message: Uint8Array) => ed25519.sign(message, secretKey)
  return { address, signMessage, wallet: { signMessage, publicKey: { toBase58: () => address } } }
}
