import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whom an address stands for where callers are counted: an IPv4 address itself (mapped ones too), of an IPv6 address its
 * /64, which is what one customer is given (RFC 6177).
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
