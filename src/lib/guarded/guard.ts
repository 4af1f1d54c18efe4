import { isIP, type LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Networks } from '#lib/networks.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { isPublic } from './addresses.ts'
import { type Connect, createConnect } from './connect.ts'
import { createForwarder, type Forwarder, forwarding } from './forward.ts'
import { isRefusedPort } from './ports.ts'
import { type ProxySettings, proxyOf } from './proxy.ts'
import { createResolver, type Lookup } from './resolve.ts'

/** The error code of a forbidden connection. */
export const forbiddenAddress = 'FORBIDDEN_ADDRESS'

/** The error code of a connection to a port that does not belong to a web server. */
export const forbiddenPort = 'FORBIDDEN_PORT'

/** Blocks requests to addresses that are neither public nor allowed by the operator. */
export interface Guard {
  /**
   * Returns the problem with a URL, as a sentence that continues the name of its field; undefined if requests may go
   * there. Accepts an https URL whose name has no address yet, because each connection is checked again.
   */
  problem(url: string): Promise<Sentence | undefined>
  /** Whether a connection with this protocol (`https:`, `http:`) may go to this address. */
  permits(address: string, protocol: string): boolean
  /** A connector for undici that checks the resolved addresses and the port of each connection. */
  readonly connect: Connect
  /**
   * An interceptor that adapts requests for proxies. Must be combined with an undici dispatcher whose connector is
   * `connect`.
   */
  readonly forward: Dispatcher.DispatcherComposeInterceptor
  /** The same for code that writes requests without undici. */
  readonly forwarder: Forwarder
}

/** The settings of outbound connections. */
export interface Egress {
  readonly proxies?: ProxySettings | undefined
  /** The certificate authorities to trust; by default Node's. */
  readonly ca?: readonly string[] | undefined
  /** Called with the outcome of each connection to a proxy. */
  readonly onProxyOutcome?: ((error?: unknown) => void) | undefined
}

export interface GuardOptions {
  /** Private networks to which connections are allowed, even over plain http. */
  readonly allow?: Networks | undefined
  /** The variable that lists these networks, for messages; by default PROBATA_WEBHOOK_ALLOW. */
  readonly variable?: string
  /** Resolves names; by default the operating system's resolver. */
  readonly lookup?: Lookup | undefined
  /** The number of libuv threads; by default 4. */
  readonly threads?: number | undefined
  /** By default, direct connections that trust Node's certificate authorities. */
  readonly egress?: Egress | undefined
}

/** Whether a name belongs to a local network, so that a proxy must not resolve it. */
const isLocal = (host: string): boolean => {
  const name = host.replace(/\.$/, '').toLowerCase()
  return !name.includes('.') || /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/.test(name)
}

const maxUrlLength = 2048
const lookupTimeoutMs = 2000

type Rule = readonly [isWrong: (text: string, url: URL) => boolean, problem: Sentence]

const rules: readonly Rule[] = [
  [text => !/^https?:\/\//i.test(text), sentence`field.https: must begin with https://`],
  [text => /[\s\p{Cc}]/u.test(text), sentence`field.url_spaces: must not contain spaces or control characters`],
  [
    (_, { username, password }) => username !== '' || password !== '',
    sentence`field.url_user: must not contain a user name or a password`,
  ],
  [text => text.includes('#'), sentence`field.url_fragment: must not contain a fragment (#)`],
  [
    (_, { port }) => port !== '' && isRefusedPort(Number(port)),
    sentence`field.url_port: must not name a port of mail, a database, a cache or another service that is not a web server`,
  ],
]

const formProblem = (text: string): Sentence | undefined => {
  if (text.length > maxUrlLength)
    return sentence`field.url_too_long: must have at most ${{ longest: maxUrlLength }} characters`
  const url = URL.parse(text)
  if (!url) return sentence`field.url: must be a valid URL`
  return rules.find(([isWrong]) => isWrong(text, url))?.[1]
}

const addressError = () => Object.assign(new Error('The address is not permitted'), { code: forbiddenAddress })
const portError = () => Object.assign(new Error('The port is not permitted'), { code: forbiddenPort })

const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

export const createGuard = ({
  allow,
  lookup,
  threads,
  egress = {},
  variable = 'PROBATA_WEBHOOK_ALLOW',
}: GuardOptions): Guard => {
  const notPublic = sentence`field.public_address: must lead to a public address; the operator of this install can allow others (${{ variable }})`
  const notHttps = sentence`field.https_here: must begin with https://; plain http is only for networks that the operator of this install allows (${{ variable }})`
  const resolve = createResolver({ lookup, threads })
  const permits = (address: string, protocol: string) =>
    allow?.contains(address) === true || (protocol === 'https:' && isPublic(address))

  const addressesOf = async (host: string): Promise<readonly string[]> => {
    if (isIP(host) !== 0) return [host]
    const addresses = await withTimeout(lookupTimeoutMs, resolve(host)).catch(() => undefined)
    return addresses?.map(({ address }) => address) ?? []
  }

  const guardedLookup =
    (protocol: string): LookupFunction =>
    (name, _, done) => {
      resolve(name).then(
        addresses => {
          const permitted = addresses.length > 0 && addresses.every(({ address }) => permits(address, protocol))
          done(permitted ? null : addressError(), permitted ? [...addresses] : [])
        },
        error => done(error, []),
      )
    }

  const addressProblem = async (text: string): Promise<Sentence | undefined> => {
    const { protocol, hostname } = new URL(text)
    const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''))
    if (protocol === 'http:' && addresses.length === 0) return notHttps
    if (addresses.every(address => permits(address, protocol))) return undefined
    return addresses.every(address => permits(address, 'https:')) ? notHttps : notPublic
  }

  /**
   * Rejects a name that resolves to forbidden addresses. Leaves a name that this machine cannot resolve to the proxy,
   * but only over https.
   */
  const vet = async (host: string, protocol: string): Promise<void> => {
    const addresses = await addressesOf(host)
    if (addresses.length === 0 && (protocol !== 'https:' || isLocal(host))) throw addressError()
    if (!addresses.every(address => permits(address, protocol))) throw addressError()
  }

  const proxyFor = (protocol: string, host: string, port: number) => proxyOf(egress.proxies ?? {}, protocol, host, port)
  const forwarder = createForwarder(proxyFor)

  return {
    permits,
    forward: forwarding(forwarder),
    forwarder,
    problem: async text => formProblem(text) ?? (await addressProblem(text)),
    connect: createConnect({
      lookup: guardedLookup,
      proxyOf: proxyFor,
      vet,
      ca: egress.ca,
      onProxyOutcome: egress.onProxyOutcome,
      refuse(host, protocol, port) {
        if (isRefusedPort(port)) return portError()
        return isIP(host) !== 0 && !permits(host, protocol) ? addressError() : undefined
      },
    }),
  }
}
