import ipaddr from 'ipaddr.js'

/**
 * The key under which attempts and connections of an address are counted: an IPv4 address, also if it is in IPv6
 * notation; for other IPv6 addresses the /64, the smallest block that a customer gets (RFC 6177).
 */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
