import type { Chain } from './web3.contract.ts'

const toBytes = (text: string) => new TextEncoder().encode(text)

/** Malformed signatures return false. */
export async function isSignedBy(
  chain: Chain,
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  try {
    return chain === 'ethereum'
      ? await isEthereumSignature(address, message, signature)
      : await isSolanaSignature(address, message, signature)
  } catch {
    return false
  }
}

/** `personal_sign` (ERC-191, version 0x45). */
async function isEthereumSignature(address: string, message: string, signature: string): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false
  // Loaded on demand: few operators enable wallets.
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const signatureBytes = Buffer.from(signature.slice(2), 'hex')
  const last = signatureBytes[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (recovery !== 0 && recovery !== 1) return false
  const text = toBytes(message)
  const prefix = toBytes(`\u0019Ethereum Signed Message:\n${text.length}`)
  const hash = keccak_256(Buffer.concat([prefix, text]))
  const recovered = Buffer.concat([Buffer.from([recovery]), signatureBytes.subarray(0, 64)])
  const compressed = secp256k1.recoverPublicKey(recovered, hash, { prehash: false })
  const point = secp256k1.Point.fromBytes(compressed).toBytes(false)
  const signer = Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')
  return `0x${signer}` === address.toLowerCase()
}

/** Ed25519 (RFC 8032; `zip215` would be laxer). */
async function isSolanaSignature(address: string, message: string, signature: string): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  const { base58 } = await import('@scure/base')
  const signatureBytes = Buffer.from(signature, 'base64url')
  const key = base58.decode(address)
  return (
    signatureBytes.length === 64 &&
    key.length === 32 &&
    ed25519.verify(signatureBytes, toBytes(message), key, { zip215: false })
  )
}
