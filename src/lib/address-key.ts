import ipaddr from 'ipaddr.js'

/**
 * Returns the key under which attempts and connections from an address are counted: an IPv4 address as it is, also from
 * its IPv6 notation; for other IPv6 addresses the /64, the smallest block assigned to a customer (RFC 6177).
 */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
