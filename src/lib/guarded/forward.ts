import type { Dispatcher } from 'undici'
import type { ChosenProxy } from './proxy.ts'

const withHeader = (headers: Dispatcher.DispatchOptions['headers'], name: string, value: string) =>
  Array.isArray(headers) ? [...headers, name, value] : { ...Object(headers), [name]: value }

/** Returns the proxy that must receive requests to an origin in absolute form (RFC 9112 section 3.2.2), if any. */
export type Forwarder = (origin: URL) => ChosenProxy | undefined

export const createForwarder =
  (proxyOf: (protocol: string, host: string, port: number) => ChosenProxy | undefined): Forwarder =>
  ({ protocol, hostname, port }) =>
    protocol === 'http:' ? proxyOf(protocol, hostname, Number(port || 80)) : undefined

/** Sends plain http requests through a proxy in absolute form (RFC 9112 section 3.2.2). */
export const forwarding =
  (forwarder: Forwarder): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) => {
    const url = new URL(String(options.origin))
    const chosen = forwarder(url)
    if (!chosen) return dispatch(options, handler)
    const { authorization } = chosen.proxy
    const headers = authorization ? withHeader(options.headers, 'proxy-authorization', authorization) : options.headers
    return dispatch({ ...options, path: url.origin + options.path, ...(headers && { headers }) }, handler)
  }
