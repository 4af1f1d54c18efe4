import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The client that an address is counted as: an IPv4 address itself (also mapped), the /64 of an IPv6 address, which is
 * what one customer gets (RFC 6177).
 */
export const clientNetwork = (address: string): string => {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*$/, ''))
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
