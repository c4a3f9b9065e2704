import type { AuthError } from '../auth-api.contract.ts'
import { authError, isAllowedSite } from '../auth-api.rules.ts'
import type { Chain } from './web3.contract.ts'

const minute = 60 * 1000
/** Milliseconds (reference service). Used messages are stored this long. */
export const messageTtl = 10 * minute

/** EIP-4361, "Message Format". */
export type SignInMessage = {
  domain: string
  address: string
  uri: URL
  issued_at: Date
  expires_at: Date | undefined
  not_before: Date | undefined
}

const chainFormats: Record<Chain, { label: string; address: RegExp }> = {
  ethereum: { label: 'Ethereum', address: /^0x[0-9a-fA-F]{40}$/ },
  solana: { label: 'Solana', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ },
}

/** An unknown or repeated field could read differently to two parsers. */
const fieldNames = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
]

/** Rejects anything ambiguous. */
export function readMessage(chain: Chain, text: string): SignInMessage | { wrong: string } {
  const [head = '', address = '', ...rest] = text.split('\n')
  const { label, address: addressPattern } = chainFormats[chain]
  const suffix = ` wants you to sign in with your ${label} account:`
  const domain = head.endsWith(suffix) ? head.slice(0, -suffix.length) : ''
  if (!/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i.test(domain))
    return { wrong: 'the first line names no domain' }
  if (!addressPattern.test(address)) return { wrong: 'the second line is no address' }
  const parsed = parseFields(rest)
  if ('wrong' in parsed) return parsed
  const { fields } = parsed
  if (fields.get('Version') !== '1') return { wrong: 'Version value is not supported' }
  const uri = fields.get('URI') ?? ''
  if (!URL.canParse(uri)) return { wrong: 'URI is not valid' }
  const nonce = fields.get('Nonce')
  if (nonce !== undefined && !/^[A-Za-z\d]{8,100}$/.test(nonce)) return { wrong: 'Nonce is not valid' }
  const times = ['Issued At', 'Expiration Time', 'Not Before'].map((name) => parseTime(fields.get(name)))
  const [issued_at, expires_at, not_before] = times
  if (!issued_at || times.includes('wrong')) return { wrong: 'a time is missing, or not of RFC 3339' }
  return { domain, address, uri: new URL(uri), issued_at, expires_at, not_before } as SignInMessage
}

function parseFields(lines: string[]): { fields: Map<string, string> } | { wrong: string } {
  if (lines[0] !== '') return { wrong: 'the third line must be empty' }
  // One line between two empty ones (EIP-4361).
  const start = lines[1] !== '' && lines[2] === '' ? 3 : lines[1] === '' ? 2 : 1
  const fields = new Map<string, string>()
  let inResources = false
  for (const line of lines.slice(start)) {
    if (inResources && line.startsWith('- ')) continue
    inResources = line === 'Resources:' || line === 'Resources'
    if (inResources) continue
    const [, name = '', value = ''] = /^([A-Z][A-Za-z ]+): (\S.*)$/.exec(line) ?? []
    if (!fieldNames.includes(name) || fields.has(name)) return { wrong: 'a line is unknown, or stands twice' }
    fields.set(name, value)
  }
  return { fields }
}

function parseTime(text: string | undefined): Date | 'wrong' | undefined {
  if (text === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.]\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? new Date(text)
    : undefined
  return time && !Number.isNaN(time.getTime()) ? time : 'wrong'
}

/** RFC 6749, 5.2. */
export const invalidGrant = (message: string): AuthError =>
  authError('invalid_credentials', message, { oauth: 'invalid_grant' })

/** Any site can request a signature, so the URI must be allowed and match its domain. */
export function messageError(
  message: SignInMessage,
  config: { publicUrl: string; redirectUrls: readonly string[] },
  now: Date,
): AuthError | undefined {
  const { domain, uri, issued_at, expires_at, not_before } = message
  if (uri.protocol !== 'https:' && uri.hostname !== 'localhost') {
    return invalidGrant('Signed message is using URI which does not use HTTPS')
  }
  if (!isAllowedSite(uri, config)) {
    return invalidGrant(
      'Signed message is using URI which is not allowed on this server, message was signed for another app',
    )
  }
  if (uri.host !== domain.toLowerCase()) {
    return invalidGrant('Signed message is using a Domain that does not match the one in URI')
  }
  if (not_before && now < not_before) return invalidGrant('Signed message becomes valid in the future')
  if (expires_at && now >= expires_at) return invalidGrant('Signed message is expired')
  const age = now.getTime() - issued_at.getTime()
  if (age > messageTtl) return invalidGrant('Message was issued too long ago')
  if (age < -messageTtl) return invalidGrant('Message was issued too far in the future')
  return undefined
}
