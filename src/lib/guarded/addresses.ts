import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// IANA assigns global unicast addresses only from this block; ipaddr.js classifies every block without a name as
// `unicast`, including ::/96.
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address, as the operating system writes it, is global unicast. Addresses that embed an IPv4 address
 * (mapped, compatible, NAT64, 6to4, Teredo) do not count, whatever that address is; nor do addresses with a zone.
 */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
