import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server on loopback that serves TXT records and can simulate faults. */
export interface NameServer extends AsyncDisposable {
  readonly address: string
  readonly records: Map<string, readonly string[]>
  /** `answer` responds with the records, `fail` with a failure, `silent` not at all. */
  mode: 'answer' | 'fail' | 'silent'
  queryCount: number
}

const noError = 0
const serverFailure = 2
const noSuchName = 3

const questionIn = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let offset = 12
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: offset + 5 }
}

const textAnswer = (text: string): Buffer => {
  const data = Buffer.from(text)
  const answerHead = Buffer.alloc(13)
  answerHead.writeUInt16BE(0xc00c, 0)
  answerHead.writeUInt16BE(16, 2)
  answerHead.writeUInt16BE(1, 4)
  answerHead.writeUInt32BE(0, 6)
  answerHead.writeUInt16BE(data.length + 1, 10)
  answerHead.writeUInt8(data.length, 12)
  return Buffer.concat([answerHead, data])
}

/** Encodes a response (RFC 1035 section 4.1), with only the parts that a TXT query needs. */
const responseTo = (query: Buffer, { records, mode }: NameServer): Buffer => {
  const { name, end } = questionIn(query)
  const texts = mode === 'answer' ? (records.get(name) ?? []) : []
  const code = mode === 'fail' ? serverFailure : texts.length > 0 ? noError : noSuchName
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts.length, 6)
  return Buffer.concat([header, query.subarray(12, end), ...texts.map(textAnswer)])
}

export const startNameServer = async (): Promise<NameServer> => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    mode: 'answer',
    queryCount: 0,
    async [Symbol.asyncDispose]() {
      await new Promise<void>(resolve => socket.close(resolve))
    },
  }
  socket.on('message', (query, { port, address }) => {
    server.queryCount += 1
    if (server.mode !== 'silent') socket.send(responseTo(query, server), port, address)
  })
  return server
}
