import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// IANA assigns global unicast addresses only from this block; ipaddr.js classifies every block without a name as
// `unicast`, including ::/96.
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address, in the notation of the operating system, is global unicast. False for addresses that embed an
 * IPv4 address (mapped, compatible, NAT64, 6to4, Teredo), whatever that address is, and for addresses with a zone.
 */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
