import net, { type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'

/** What undici expects of a connector; returns the socket at once, so that it can be destroyed while it connects. */
export type Connect = (target: buildConnector.Options, callback: buildConnector.Callback) => Socket | undefined

interface Options {
  /** The lookup of a name for one protocol. */
  readonly lookup: (protocol: string) => LookupFunction
  /** Why a port, or a host that is a literal address, is refused: `lookup` is not called for these. */
  readonly refuse: (host: string, protocol: string, port: number) => Error | undefined
}

/** The number of hosts whose TLS session is cached (about 2 KB each), to avoid full handshakes. */
const rememberedSessions = 1000

/** Before the next address of a name is tried. */
const attemptMs = 1000

export const createConnect = ({ lookup, refuse }: Options): Connect => {
  const sessions = new Map<string, Buffer>()
  // Created on first use: one context for all connections saves each from loading the certificate authorities.
  let context: SecureContext | undefined

  const remember = (key: string, session: Buffer) => {
    sessions.delete(key)
    sessions.set(key, session)
    const [oldest] = sessions.keys()
    if (sessions.size > rememberedSessions && oldest !== undefined) sessions.delete(oldest)
  }

  const secure = (target: TcpNetConnectOpts & { host: string }) => {
    context ??= tls.createSecureContext({ minVersion: 'TLSv1.2' })
    const key = `${target.host}:${target.port}`
    const session = sessions.get(key)
    const socket = tls.connect({
      ...target,
      secureContext: context,
      ALPNProtocols: ['http/1.1'],
      // Server Name Indication knows neither literal addresses nor a trailing dot (RFC 6066 section 3).
      servername: net.isIP(target.host) === 0 ? target.host.replace(/\.$/, '') : '',
      ...(session ? { session } : {}),
    })
    return socket.on('session', fresh => remember(key, fresh))
  }

  return ({ hostname, protocol, port }, callback) => {
    const isSecure = protocol === 'https:'
    const number = Number(port || (isSecure ? 443 : 80))
    const refusal = refuse(hostname, protocol, number)
    if (refusal) {
      queueMicrotask(() => callback(refusal, null))
      return undefined
    }
    const target = {
      host: hostname,
      port: number,
      lookup: lookup(protocol),
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
    }
    const socket = isSecure ? secure(target) : net.connect(target)
    let waiting: typeof callback | undefined = callback
    const end = (error: Error | null) => {
      const tell = waiting
      waiting = undefined
      if (error) tell?.(error, null)
      else tell?.(null, socket)
    }
    return socket.once(isSecure ? 'secureConnect' : 'connect', () => end(null)).on('error', end)
  }
}
