/** Whether a host name is this machine itself (RFC 6761 section 6.3, RFC 5735 section 3). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
