import { request } from 'node:http'
import net, { isIP, type Socket } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import { second } from '#lib/clock.ts'
import type { ChosenProxy } from './proxy.ts'

/** The error codes of a proxy that does not respond, rejects the request, or cannot reach the destination. */
const proxyUnreachable = 'PROXY_UNREACHABLE'
const proxyRefused = 'PROXY_REFUSED'
const proxyNoRoute = 'PROXY_NO_ROUTE'

/** A proxy failed. The message names the proxy and its variable, but never the credentials. */
export class ProxyFailure extends Error {
  readonly code: string
  constructor({ proxy, variable }: ChosenProxy, code: string, says: string, cause?: unknown) {
    super(`The proxy ${proxy.name} (${variable}) ${says}`, { cause })
    this.name = 'ProxyFailure'
    this.code = code
  }
}

interface Tunnel {
  readonly chosen: ChosenProxy
  readonly host: string
  readonly port: number
  readonly context: () => SecureContext
}

const timeoutMs = 30 * second

/** Connects a socket to a proxy, with TLS if the proxy uses https. */
export const dial = (raw: Socket, { proxy }: ChosenProxy, context: () => SecureContext): Socket => {
  raw.setNoDelay(true).connect({ host: proxy.host, port: proxy.port })
  if (!proxy.secure) return raw
  const servername = isIP(proxy.host) === 0 ? proxy.host : ''
  return tls.connect({ socket: raw, secureContext: context(), servername, host: proxy.host })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'the connection was closed'

/** Describes a failed connection to a proxy. */
export const unreachable = (chosen: ChosenProxy, error?: unknown): ProxyFailure =>
  new ProxyFailure(chosen, proxyUnreachable, `does not answer: ${codeOf(error)}.`, error)

const refusal = ({ chosen, host, port }: Tunnel, status: number): ProxyFailure => {
  if (status === 407)
    return new ProxyFailure(
      chosen,
      proxyRefused,
      `rejects the user name and password, or needs them in ${chosen.variable}.`,
    )
  const destination = `${host}:${port} (status ${status})`
  return status >= 500
    ? new ProxyFailure(chosen, proxyNoRoute, `cannot reach ${destination}.`)
    : new ProxyFailure(chosen, proxyRefused, `does not allow connections to ${destination}.`)
}

/** Requests a tunnel to the destination from the proxy (RFC 9110 section 9.3.6). Rejects with a ProxyFailure. */
export const openTunnel = (raw: Socket, tunnel: Tunnel): Promise<Socket> => {
  const { chosen, host, port, context } = tunnel
  const authority = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`
  const carrier = dial(raw, chosen, context)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const { authorization } = chosen.proxy
  raw.setTimeout(timeoutMs, () => raw.destroy(Object.assign(new Error('The proxy is silent'), { code: 'ETIMEDOUT' })))
  request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
    createConnection: () => carrier,
  })
    .on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      raw.setTimeout(0)
      if (statusCode < 200 || statusCode > 299) {
        reject(refusal(tunnel, statusCode))
        socket.destroy()
        return
      }
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    .on('response', ({ statusCode = 0 }) => {
      reject(refusal(tunnel, statusCode))
      raw.destroy()
    })
    .on('error', error => reject(unreachable(chosen, error)))
    .end()
  return promise
}
