import type { Dispatcher } from 'undici'
import type { Chosen } from './proxy.ts'

const withHeader = (headers: Dispatcher.DispatchOptions['headers'], name: string, value: string) =>
  Array.isArray(headers) ? [...headers, name, value] : { ...Object(headers), [name]: value }

/** Sends requests over plain http that go through a proxy in absolute form (RFC 9112 section 3.2.2). */
export const forwarding =
  (
    proxyOf: (protocol: string, host: string, port: number) => Chosen | undefined,
  ): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) => {
    const { protocol, hostname, port, origin } = new URL(String(options.origin))
    const chosen = protocol === 'http:' ? proxyOf(protocol, hostname, Number(port || 80)) : undefined
    if (!chosen) return dispatch(options, handler)
    const { authorization } = chosen.proxy
    const headers = authorization ? withHeader(options.headers, 'proxy-authorization', authorization) : options.headers
    return dispatch({ ...options, path: origin + options.path, ...(headers && { headers }) }, handler)
  }
