import type { Outgoing } from './exchange.ts'

/** How requests to an origin go out. */
export interface Route {
  /** Before the path: the origin where a proxy gets the request in absolute form, else nothing. */
  readonly prefix: string
  /** Header lines of the connection, each with its line break. */
  readonly lines: string
}

/** What the requests to one URL have in common. */
interface Target {
  readonly origin: string
  readonly path: string
  readonly host: string
}

const targets = new WeakMap<URL, Target>()

/** Each part of a URL is cut out of it anew when it is asked for: a URL is that of a receiver, and sent to often. */
export const targetOf = (url: URL): Target => {
  let target = targets.get(url)
  if (!target) {
    target = { origin: url.origin, path: `${url.pathname}${url.search}`, host: url.host }
    targets.set(url, target)
  }
  return target
}

// RFC 9110 section 5.5. Names are ours.
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/

/** The bytes of a POST, in one piece: one write, one packet. Throws on a header that is not valid. */
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
