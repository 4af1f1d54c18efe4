import { BlockList, isIP } from 'node:net'
import { listOf, type Parse, ValueError } from './variable-values.ts'

/** A set of networks. `contains` is false for any text that is not an IP address; ::ffff:a.b.c.d counts as a.b.c.d. */
export type Networks = { readonly cidrs: readonly string[]; readonly contains: (address: string) => boolean }

const families = { 4: { family: 'ipv4', bits: 32 }, 6: { family: 'ipv6', bits: 128 } } as const

type Network = { text: string; address: string; bits: number; family: 'ipv4' | 'ipv6' }

const familyOf = (address: string) => {
  const version = isIP(address)
  return version === 4 || version === 6 ? families[version] : undefined
}

const network: Parse<Network> = text => {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = address.includes('%') ? undefined : familyOf(address)
  if (!family || rest.length > 0)
    throw new ValueError(`${JSON.stringify(text)} is neither an IP address nor a CIDR network`)
  const bits = prefix === undefined ? family.bits : Number(prefix)
  if (prefix !== undefined && (!/^[0-9]{1,3}$/.test(prefix) || bits > family.bits)) {
    throw new ValueError(`${JSON.stringify(text)} must have a prefix length from 0 to ${family.bits}`)
  }
  return { text, address, bits, family: family.family }
}

const parseAll = listOf(network)

/** Parses comma-separated networks (CIDR, RFC 4632) or single addresses, IPv4 and IPv6. */
export const networks: Parse<Networks> = text => {
  const parsed = parseAll(text)
  const list = new BlockList()
  for (const { address, bits, family } of parsed) list.addSubnet(address, bits, family)
  return {
    cidrs: parsed.map(entry => entry.text),
    contains: address => {
      const family = familyOf(address)
      return family !== undefined && list.check(address, family.family)
    },
  }
}
