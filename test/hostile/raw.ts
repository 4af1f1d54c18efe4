import { connect, type Socket } from 'node:net'

/** The server's reply on a connection of its own. */
export interface Reply {
  /** The status of the response. Undefined if the server closed the connection without a response. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON, or undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the body's shape
  readonly body: any
  readonly text: string
  /** Whether the server closed the connection. */
  readonly closed: boolean
  /**
   * The milliseconds from the start to the end of the connection, counted by a timer of this process, which also runs
   * the server. Times in which a busy machine does not run the process do not count.
   */
  readonly elapsedMs: number
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const read = (text: string, closed: boolean, elapsedMs: number): Reply => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map(field => [
    field.slice(0, field.indexOf(':')).toLowerCase(),
    field.replace(/^[^:]*: */, ''),
  ])
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(line) ?? []
  return {
    status: status === undefined ? undefined : Number(status),
    headers: Object.fromEntries(headers),
    body: parse(rest.join('\r\n\r\n')),
    text,
    closed,
    elapsedMs,
  }
}

const tickMs = 25

const isComplete = (text: string): boolean => {
  const end = text.indexOf('\r\n\r\n')
  const [, length] = /^content-length: (\d+)/im.exec(text.slice(0, end)) ?? []
  return end !== -1 && length !== undefined && Buffer.byteLength(text) >= end + 4 + Number(length)
}

interface Options {
  /** Called after the first bytes were sent, to send more bytes. */
  readonly drip?: (socket: Socket) => void
  /** When to resolve: at the first complete response, or only when the server closes the connection. */
  readonly until?: 'response' | 'closed'
  readonly timeout?: number
}

/** Sends raw bytes on a connection of their own, and reads the reply. */
export const exchange = (url: string, bytes: string | Buffer, options: Options = {}): Promise<Reply> => {
  const { drip, until = 'response', timeout = 20_000 } = options
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    // Counts in ticks, because a busy machine delays this process and the server's timers alike.
    let elapsed = 0
    const ticks = setInterval(() => {
      elapsed += tickMs
    }, tickMs)

    const socket = connect(Number(port), hostname)
    let text = ''
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      clearInterval(ticks)
      socket.destroy()
      resolve(read(text, closed, elapsed))
    }
    const timer = setTimeout(finish, timeout, false)
    socket.on('error', () => undefined)
    socket.on('close', () => finish(true))
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      if (until === 'response' && isComplete(text)) finish(false)
    })
    socket.write(bytes)
    drip?.(socket)
  })
}
