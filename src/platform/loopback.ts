import ipaddr from 'ipaddr.js'

/** Whether a host name is this machine (RFC 6761, 6.3; RFC 6890). */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/**
 * Whether a client IP is this machine, such as a proxy that TRUSTED_PROXIES does not count. Rate limits skip it, or all users would be
 * one client. Empty means no socket, as in tests; `0:0:0:0` is how server/http/authentication.ts writes the /64 of ::1.
 */
export const isThisMachine = (address: string): boolean =>
  address === '' || isLoopback(address) || address === '0:0:0:0'
