import ipaddr from 'ipaddr.js'

/**
 * The key that counts attempts and connections of an address: an IPv4 address, also in IPv6 notation; the /64 of other
 * IPv6 addresses, which is the smallest block that one customer gets (RFC 6177).
 */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
