import type { Outgoing } from './exchange.ts'

/** How requests to an origin are written. */
export interface Route {
  /** The text before the path: the origin if a proxy gets the request in absolute form, otherwise empty. */
  readonly prefix: string
  /** Further header lines, each with its line break. */
  readonly lines: string
}

/** The common parts of requests to one URL. */
interface Target {
  readonly origin: string
  readonly path: string
  readonly host: string
}

const targets = new WeakMap<URL, Target>()

/** Caches the parts of a URL: Node computes them on each access, and a receiver's URL is used often. */
export const targetOf = (url: URL): Target => {
  let target = targets.get(url)
  if (!target) {
    target = { origin: url.origin, path: `${url.pathname}${url.search}`, host: url.host }
    targets.set(url, target)
  }
  return target
}

// RFC 9110 section 5.5. Header names are fixed in the code, so only values are checked.
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/

/** Renders a POST as one buffer, for one write and one packet. Throws on an invalid header value. */
export const renderPost = ({ url, headers, body }: Outgoing, { prefix, lines }: Route): Buffer => {
  const { path, host } = targetOf(url)
  let head = `POST ${prefix}${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n${lines}`
  let values = ''
  for (const name in headers) {
    values += headers[name]
    head += `${name}: ${headers[name]}\r\n`
  }
  if (invalidValue.test(values)) throw new TypeError('a header has an invalid value')
  head += `content-length: ${body.length}\r\n\r\n`
  const message = Buffer.allocUnsafe(head.length + body.length)
  message.write(head, 0, 'latin1')
  message.set(body, head.length)
  return message
}
