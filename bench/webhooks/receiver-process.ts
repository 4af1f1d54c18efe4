/**
 * Receivers that use as little CPU as possible: no HTTP server, only enough parsing to find deliveries and their
 * events. Arguments: number of addresses, behaviour.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { Behaviour, Question, Seen } from './receivers.ts'

const [hosts = '1', behaviour = 'answer'] = process.argv.slice(2)

const separator = Buffer.from('\r\n\r\n')
const eventHeader = Buffer.from('webhook-id: ')
const lengthHeader = Buffer.from('content-length: ')
const eventLength = 'evt_'.length + 26
const dripMs = 200
const tenGigabytes = 10 * 1024 ** 3
const floodChunk = Buffer.alloc(64 * 1024, 'x')

let firstBytes = new Map<string, number>()
let received = 0
let twice = 0
let first = 0
let last = 0
let open = 0
let maxOpen = 0
let held: number[] = []

const now = (): number => performance.timeOrigin + performance.now()

const recordDelivery = (event: string, at: number): void => {
  received++
  first ||= at
  last = at
  if (firstBytes.has(event)) twice++
  else firstBytes.set(event, at)
}

const drip = (socket: Socket, text: string): void => {
  let sent = 0
  const timer = setInterval(() => socket.write(text.charAt(sent++ % text.length)), dripMs)
  socket.once('close', () => clearInterval(timer))
}

const flood = (socket: Socket): void => {
  const writeMore = (): void => {
    while (socket.writable && socket.write(floodChunk));
  }
  socket.on('drain', writeMore)
  writeMore()
}

const noContent = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')

const behaviours: Record<Behaviour, (socket: Socket) => void> = {
  answer: socket => socket.write(noContent),
  hang: () => undefined,
  'drip-head': socket => drip(socket, `HTTP/1.1 200 ${'OK'.repeat(1000)}`),
  'drip-body': socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\n')
    drip(socket, 'x')
  },
  flood: socket => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${tenGigabytes}\r\n\r\n`)
    flood(socket)
  },
}
const respond = behaviours[behaviour as Behaviour]

const numberAt = (bytes: Buffer, at: number): number => Number.parseInt(bytes.toString('latin1', at, at + 10), 10)

const accept = (socket: Socket): void => {
  let head: Buffer | undefined
  let remaining = 0
  let startTime = 0
  maxOpen = Math.max(maxOpen, ++open)
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    open--
    if (behaviour !== 'answer' && startTime > 0) held.push(now() - startTime)
  })
  socket.on('data', (chunk: Buffer) => {
    if (remaining === 0) {
      if (!head) startTime = now()
      head = head ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(separator)
      if (end < 0) return
      const event = head.indexOf(eventHeader) + eventHeader.length
      recordDelivery(head.toString('latin1', event, event + eventLength), startTime)
      const length = numberAt(head, head.indexOf(lengthHeader) + lengthHeader.length)
      remaining = length - (head.length - end - separator.length)
      head = undefined
    } else remaining -= chunk.length
    if (remaining === 0) respond(socket)
  })
}

const listen = (address: string, port: number): Promise<Server> => {
  const server = createServer(accept)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: address, port, backlog: 1024 }, () => resolve(server))
  })
}

const addressOf = (i: number): string => `127.1.${i >> 8}.${(i & 255) + 1}`

const answers: Record<Question['ask'], (question: Question) => unknown> = {
  count: () => ({ received }),
  seen: (question): Seen => ({
    received,
    twice,
    first,
    last,
    connections: maxOpen,
    times: question.ask === 'seen' && question.times ? [...firstBytes] : [],
    held,
  }),
  forget() {
    firstBytes = new Map()
    received = twice = first = last = 0
    maxOpen = open
    held = []
    return {}
  },
}

process.on('message', (question: Question) => process.send?.(answers[question.ask](question)))
process.on('disconnect', () => process.exit(0))
const firstServer = await listen(addressOf(0), 0)
const address = firstServer.address()
const port = typeof address === 'object' && address ? address.port : 0
for (let i = 1; i < Number(hosts); i++) await listen(addressOf(i), port)
process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://${addressOf(0)}:${port}` })}\n`)
