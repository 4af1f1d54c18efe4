import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The bytes of a request: `head`, then `body`. A large body is one chunk that is sent `times` times. */
export interface Outgoing {
  readonly head: Buffer
  readonly body?: { readonly chunk: Buffer; readonly times: number; readonly end: Buffer }
}

export interface Incoming {
  readonly status: number
  /** The headers, and up to 2,000 bytes of the body that arrived with them. */
  readonly text: string
}

const separator = Buffer.from('\r\n\r\n')
const keptBodyBytes = 2000

/**
 * A keep-alive connection that sends prepared bytes and finds the end of the response by Content-Length. It parses
 * nothing else, because the client shares two cores with the measured server. For a page of 50 claims, autocannon takes
 * three times the CPU.
 */
export class Connection {
  readonly #socket: Socket
  #pending: Buffer = Buffer.alloc(0)
  #remainingBytes = 0
  #response: Incoming = { status: 0, text: '' }
  #settle: PromiseWithResolvers<Incoming> | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', error => this.#settle?.reject(error))
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /** Sends the request and resolves when the last byte of its response has arrived. */
  async send({ head, body }: Outgoing): Promise<Incoming> {
    const settle = Promise.withResolvers<Incoming>()
    this.#settle = settle
    this.#socket.write(head)
    if (body) await this.#stream(body)
    return settle.promise
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  async #stream({ chunk, times, end }: Required<Outgoing>['body']): Promise<void> {
    for (let i = 0; i < times; i++) {
      if (!this.#socket.write(chunk)) await once(this.#socket, 'drain')
    }
    this.#socket.write(end)
  }

  #receive(chunk: Buffer): void {
    const body = this.#remainingBytes > 0 ? chunk : this.#readHead(chunk)
    this.#remainingBytes -= body.length
    if (this.#remainingBytes === 0 && this.#pending.length === 0) this.#settle?.resolve(this.#response)
  }

  // Only one request is in progress, so nothing follows the body.
  #readHead(chunk: Buffer): Buffer {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    const end = this.#pending.indexOf(separator)
    if (end < 0) return Buffer.alloc(0)
    const text = this.#pending.toString('latin1', 0, end + keptBodyBytes)
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
    if (length === undefined) throw new Error(`the response has no Content-Length: ${text}`)
    this.#remainingBytes = Number(length)
    this.#response = { status: Number(text.slice(9, 12)), text }
    const body = this.#pending.subarray(end + separator.length)
    this.#pending = Buffer.alloc(0)
    return body
  }
}
