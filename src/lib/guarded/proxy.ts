import { BlockList, isIP } from 'node:net'
import { type Parse, ValueError } from '#lib/variable-values.ts'

/** The operator's HTTP proxy. Its credentials must not appear in messages or logs. */
export interface Proxy {
  /** The name for messages, such as `http://proxy.example.com:3128`. */
  readonly name: string
  readonly secure: boolean
  readonly host: string
  readonly port: number
  /** The value of Proxy-Authorization. */
  readonly authorization?: string
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const decodeCredential = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ValueError('has a user name or password that is not percent-encoded')
  }
}

/** Parses `http://user:password@host:port`; the default scheme is http, as in curl. */
export const proxyAddress: Parse<Proxy> = text => {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new ValueError('must begin with http:// or https:// and name a host; SOCKS proxies are not supported')
  if (url.pathname !== '/' || url.search || url.hash) throw new ValueError('must end after host and port')
  const { username, password, hostname, protocol } = url
  const secure = protocol === 'https:'
  const port = Number(url.port || (secure ? 443 : 80))
  const credentials = Buffer.from(`${decodeCredential(username)}:${decodeCredential(password)}`).toString('base64')
  return {
    name: `${protocol}//${hostname}:${port}`,
    secure,
    host: withoutBrackets(hostname),
    port,
    ...(username && { authorization: `Basic ${credentials}` }),
  }
}

/** Whether to connect to a destination directly. */
export type BypassesProxy = (host: string, port: number) => boolean

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  isIP(address) === 0 ? undefined : isIP(address) === 4 ? 'ipv4' : 'ipv6'

const networkOf = (text: string): BypassesProxy | undefined => {
  const [address = '', prefix] = text.split('/')
  const family = familyOf(address)
  if (!family) return undefined
  const bits = prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix)
  const list = new BlockList()
  try {
    list.addSubnet(address, bits, family)
  } catch {
    throw new ValueError(`${JSON.stringify(text)} is not a network`)
  }
  return host => {
    const hostFamily = familyOf(host)
    return hostFamily !== undefined && list.check(host, hostFamily)
  }
}

const entryOf = (text: string): BypassesProxy => {
  if (text === '*') return () => true
  const network = networkOf(withoutBrackets(text))
  if (network) return network
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? []
  const address = networkOf(withoutBrackets(name))
  const suffix = name.toLowerCase().replace(/^\*?\./, '')
  return (host, number) => {
    if (port !== undefined && Number(port) !== number) return false
    return address ? address(host, number) : host === suffix || host.endsWith(`.${suffix}`)
  }
}

/**
 * Parses NO_PROXY: names (including subdomains), addresses, networks (CIDR), `name:port` or `*`, separated by commas or
 * spaces. A network matches only destinations that are given as addresses; names are not resolved.
 */
export const noProxy: Parse<BypassesProxy> = text => {
  const entries = text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(entryOf)
  return (host, port) => entries.some(entry => entry(host, port))
}

export interface ProxySettings {
  readonly httpsProxy?: Proxy | undefined
  readonly httpProxy?: Proxy | undefined
  readonly noProxy?: BypassesProxy | undefined
}

/** A proxy, and the variable that names it. */
export interface ChosenProxy {
  readonly proxy: Proxy
  readonly variable: 'HTTPS_PROXY' | 'HTTP_PROXY'
}

const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** Chooses the proxy for a destination; undefined for a direct connection, which this machine always gets. */
export const proxyOf = (
  { httpsProxy, httpProxy, noProxy }: ProxySettings,
  protocol: string,
  hostname: string,
  port: number,
): ChosenProxy | undefined => {
  const isSecure = protocol === 'https:'
  const proxy = isSecure ? httpsProxy : httpProxy
  const host = withoutBrackets(hostname).toLowerCase().replace(/\.$/, '')
  if (!proxy || ownMachine.test(host) || noProxy?.(host, port)) return undefined
  return { proxy, variable: isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY' }
}
