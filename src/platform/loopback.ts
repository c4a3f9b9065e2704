import ipaddr from 'ipaddr.js'

/** RFC 6761, 6.3; RFC 6890. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/** Whether others cannot read the traffic: https, or http on this machine. */
export const isConfidential = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

/**
 * Rate limits skip this machine: an undeclared proxy would make all users one client. Empty means no socket;
 * server/http/authentication.ts writes the /64 of ::1 as `0:0:0:0`.
 */
export const isThisMachine = (address: string): boolean =>
  address === '' || isLoopback(address) || address === '0:0:0:0'
