import ipaddr from 'ipaddr.js'

/**
 * Under what attempts from an address are counted: an IPv4 address, also one that is written as IPv6; of other IPv6
 * addresses the /64, which is the least that one customer is given (RFC 6177).
 */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
