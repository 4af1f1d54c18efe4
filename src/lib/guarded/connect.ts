import net, { type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import { withRemedy } from '#lib/untrusted.ts'
import type { ChosenProxy } from './proxy.ts'
import { dial, openTunnel, unreachable } from './tunnel.ts'

/** The connector that undici expects. Returns the socket at once, so that undici can destroy it while it connects. */
export type Connect = (target: buildConnector.Options, callback: buildConnector.Callback) => Socket | undefined

interface Options {
  /** Returns the function that looks up names for a protocol. */
  readonly lookup: (protocol: string) => LookupFunction
  /** Returns the error for a forbidden port or literal address, for which `lookup` is not called. */
  readonly refuse: (host: string, protocol: string, port: number) => Error | undefined
  /** Returns the proxy for a destination. */
  readonly proxyOf: (protocol: string, host: string, port: number) => ChosenProxy | undefined
  /** Rejects if a proxy must not connect to this destination. */
  readonly vet: (host: string, protocol: string) => Promise<void>
  /** The certificate authorities to trust; Node's when left out. */
  readonly ca?: readonly string[] | undefined
  /** Called with the outcome of each connection to a proxy. */
  readonly onProxyOutcome?: ((error?: unknown) => void) | undefined
}

/** The number of hosts whose TLS sessions are cached (about 2 KB each), to avoid full handshakes. */
const maxSessions = 1000

/** The milliseconds after which the next address of a name is tried. */
const attemptMs = 1000

interface Target {
  readonly host: string
  readonly port: number
}

/** Opens TLS connections that resume the sessions of earlier ones. */
const createTls = (ca: Options['ca']) => {
  const sessions = new Map<string, Buffer>()
  // Created once, on first use, because each context loads the certificate authorities.
  let context: SecureContext | undefined
  const contextOf = () => {
    context ??= tls.createSecureContext({ minVersion: 'TLSv1.2', ...(ca && { ca: [...ca] }) })
    return context
  }

  const remember = (key: string, session: Buffer) => {
    sessions.delete(key)
    sessions.set(key, session)
    const [oldest] = sessions.keys()
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest)
  }

  const secure = ({ host, port }: Target, transport: TcpNetConnectOpts | { readonly socket: Socket }) => {
    const key = `${host}:${port}`
    const session = sessions.get(key)
    const socket = tls.connect({
      ...transport,
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

export const createConnect = ({ lookup, refuse, proxyOf, vet, ca, onProxyOutcome }: Options): Connect => {
  const { contextOf, secure } = createTls(ca)

  const settleOnce = (callback: buildConnector.Callback, destination: string) => {
    let pending: typeof callback | undefined = callback
    return (error: unknown, socket: Socket | null) => {
      const settle = pending
      pending = undefined
      if (error instanceof Error) settle?.(Object(withRemedy(error, destination)), null)
      else if (socket) settle?.(null, socket)
    }
  }

  /** Connects through a proxy: with a tunnel for https, without one for http requests in absolute form. */
  const connectThroughProxy = (
    chosen: ChosenProxy,
    { host, port }: Target,
    protocol: string,
    callback: buildConnector.Callback,
  ) => {
    const raw = new net.Socket()
    const end = settleOnce(callback, host)
    const fail = (error: unknown) => {
      onProxyOutcome?.(error)
      end(error, null)
      raw.destroy()
    }
    const tunnel = async () => {
      const socket = await openTunnel(raw, { chosen, host, port, context: contextOf })
      onProxyOutcome?.()
      const inner = secure({ host, port }, { socket })
      inner.once('secureConnect', () => end(null, inner)).on('error', error => end(error, null))
    }
    const plain = () => {
      const socket = dial(raw, chosen, contextOf)
      socket.on('error', error => fail(unreachable(chosen, error)))
      socket.once(chosen.proxy.secure ? 'secureConnect' : 'connect', () => {
        onProxyOutcome?.()
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
    if (chosen) return connectThroughProxy(chosen, target, protocol, callback)
    const direct = {
      ...target,
      lookup: lookup(protocol),
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
    }
    const socket = isSecure ? secure(target, direct) : net.connect(direct)
    const end = settleOnce(callback, hostname)
    return socket
      .once(isSecure ? 'secureConnect' : 'connect', () => end(null, socket))
      .on('error', error => end(error, null))
  }
}
