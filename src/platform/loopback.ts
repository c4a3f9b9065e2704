/** Whether a host name is this machine itself (RFC 6761 section 6.3, RFC 5735 section 3). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a client address is this machine itself, or a proxy on it that nobody told us of (TRUSTED_PROXIES): counting it would make
 * one client of everyone. Empty is without a socket, as in a test; the last is how ::1 is written as a place (server/gate.ts).
 */
export const isThisMachine = (address: string): boolean =>
  address === '' || isLoopback(address) || address === '0:0:0:0'
