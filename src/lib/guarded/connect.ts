import net, { type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import { withWayOut } from '#lib/untrusted.ts'
import type { ChosenProxy } from './proxy.ts'
import { dial, openTunnel, unreachable } from './tunnel.ts'

/** The connector that undici expects; it returns the socket at once, so that it can be destroyed while connecting. */
export type Connect = (target: buildConnector.Options, callback: buildConnector.Callback) => Socket | undefined

interface Options {
  /** The lookup of a name for one protocol. */
  readonly lookup: (protocol: string) => LookupFunction
  /** Why a port, or a literal address as the host, is rejected: `lookup` is not called for these. */
  readonly refuse: (host: string, protocol: string, port: number) => Error | undefined
  /** The proxy of a destination. */
  readonly proxyOf: (protocol: string, host: string, port: number) => ChosenProxy | undefined
  /** Rejects a destination that a proxy would resolve. */
  readonly vet: (host: string, protocol: string) => Promise<void>
  /** The trusted authorities; Node's when left out. */
  readonly ca?: readonly string[] | undefined
  /** Called with each outcome of a connection to a proxy. */
  readonly proxied?: ((error?: unknown) => void) | undefined
}

/** The number of hosts whose TLS session is cached (about 2 KB each), to avoid full handshakes. */
const rememberedSessions = 1000

/** The time before the next address of a name is tried. */
const attemptMs = 1000

interface Target {
  readonly host: string
  readonly port: number
}

/** TLS to destinations, with the sessions of earlier connections. */
const createTls = (ca: Options['ca']) => {
  const sessions = new Map<string, Buffer>()
  // Created on first use: one context for all connections saves each from loading the certificate authorities.
  let context: SecureContext | undefined
  const contextOf = () => {
    context ??= tls.createSecureContext({ minVersion: 'TLSv1.2', ...(ca && { ca: [...ca] }) })
    return context
  }

  const remember = (key: string, session: Buffer) => {
    sessions.delete(key)
    sessions.set(key, session)
    const [oldest] = sessions.keys()
    if (sessions.size > rememberedSessions && oldest !== undefined) sessions.delete(oldest)
  }

  const secure = ({ host, port }: Target, way: TcpNetConnectOpts | { readonly socket: Socket }) => {
    const key = `${host}:${port}`
    const session = sessions.get(key)
    const socket = tls.connect({
      ...way,
      host,
      secureContext: contextOf(),
      ALPNProtocols: ['http/1.1'],
      // Server Name Indication allows neither literal addresses nor a trailing dot (RFC 6066 section 3).
      servername: net.isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      ...(session ? { session } : {}),
    })
    return socket.on('session', fresh => remember(key, fresh))
  }
  return { contextOf, secure }
}

export const createConnect = ({ lookup, refuse, proxyOf, vet, ca, proxied }: Options): Connect => {
  const { contextOf, secure } = createTls(ca)

  const settle = (callback: buildConnector.Callback, to: string) => {
    let waiting: typeof callback | undefined = callback
    return (error: unknown, socket: Socket | null) => {
      const tell = waiting
      waiting = undefined
      if (error instanceof Error) tell?.(Object(withWayOut(error, to)), null)
      else if (socket) tell?.(null, socket)
    }
  }

  /** Connects through a proxy: a tunnel for https, else a plain connection for requests in absolute form. */
  const through = (
    chosen: ChosenProxy,
    { host, port }: Target,
    protocol: string,
    callback: buildConnector.Callback,
  ) => {
    const raw = new net.Socket()
    const end = settle(callback, host)
    const fail = (error: unknown) => {
      proxied?.(error)
      end(error, null)
      raw.destroy()
    }
    const tunnel = async () => {
      const socket = await openTunnel(raw, { chosen, host, port, context: contextOf })
      proxied?.()
      const inner = secure({ host, port }, { socket })
      inner.once('secureConnect', () => end(null, inner)).on('error', error => end(error, null))
    }
    const plain = () => {
      const socket = dial(raw, chosen, contextOf)
      socket.on('error', error => fail(unreachable(chosen, error)))
      socket.once(chosen.proxy.secure ? 'secureConnect' : 'connect', () => {
        proxied?.()
        end(null, socket)
      })
    }
    raw.on('error', () => undefined)
    vet(host, protocol).then(
      () => (raw.destroyed ? undefined : protocol === 'https:' ? tunnel().catch(fail) : plain()),
      error => {
        end(error, null)
        raw.destroy()
      },
    )
    return raw
  }

  return ({ hostname, protocol, port }, callback) => {
    const isSecure = protocol === 'https:'
    const number = Number(port || (isSecure ? 443 : 80))
    const refusal = refuse(hostname, protocol, number)
    if (refusal) {
      queueMicrotask(() => callback(refusal, null))
      return undefined
    }
    const target = { host: hostname, port: number }
    const chosen = proxyOf(protocol, hostname, number)
    if (chosen) return through(chosen, target, protocol, callback)
    const way = {
      ...target,
      lookup: lookup(protocol),
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
    }
    const socket = isSecure ? secure(target, way) : net.connect(way)
    const end = settle(callback, hostname)
    return socket
      .once(isSecure ? 'secureConnect' : 'connect', () => end(null, socket))
      .on('error', error => end(error, null))
  }
}
