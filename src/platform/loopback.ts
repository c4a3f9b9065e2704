import ipaddr from 'ipaddr.js'

/** Whether a host name is this machine itself (RFC 6761 section 6.3, RFC 6890). */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/**
 * Whether a client address is this machine itself, or a proxy on it that the operator did not name (TRUSTED_PROXIES): counting it would
 * make one client of everyone. Empty is without a socket, as in a test; the last is how server/http/authentication.ts writes the network of ::1.
 */
export const isThisMachine = (address: string): boolean =>
  address === '' || isLoopback(address) || address === '0:0:0:0'
