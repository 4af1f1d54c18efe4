import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { StreamMac } from './mac.ts'

/**
 * A request in a session. A session reads one file from its beginning and computes its SHA-256 or, with a key, its
 * `StreamMac`. It reads either up to a requested position, or one block per request into memory shared with the caller.
 */
export type DigestRequest =
  | {
      readonly kind: 'open'
      readonly id: number
      readonly path: string
      readonly blocks: readonly SharedArrayBuffer[]
      readonly macKey: Uint8Array | undefined
    }
  | { readonly kind: 'upTo'; readonly id: number; readonly position: number }
  | { readonly kind: 'block' | 'close'; readonly id: number }

export type DigestReply =
  | { readonly kind: 'opened'; readonly id: number }
  | { readonly kind: 'block'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'sum'; readonly id: number; readonly sum: string; readonly byteSize: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code: string | undefined }

interface Session {
  readonly id: number
  readonly descriptor: number
  readonly blocks: readonly Uint8Array[]
  readonly hasher: { update(bytes: Uint8Array): unknown; digest(): string }
  position: number
  /** The position to read up to; Infinity for the end of the file. */
  target: number
  reading: boolean
  block: number
}

/** The number of bytes to read from a file before other files get a turn. */
const turnBytes = 4 * 1024 * 1024
const page = Buffer.alloc(256 * 1024)
const sessions = new Map<number, Session>()

const reply = (message: DigestReply): void => parentPort?.postMessage(message)

const sha256 = () => {
  const hash = createHash('sha256')
  return { update: (bytes: Uint8Array) => hash.update(bytes), digest: () => hash.digest('hex') }
}

const open = ({ id, path, blocks, macKey }: DigestRequest & { kind: 'open' }): void => {
  const descriptor = openSync(path, 'r')
  const memory = blocks.map(block => new Uint8Array(block))
  const hasher = macKey ? new StreamMac(macKey) : sha256()
  sessions.set(id, { id, descriptor, blocks: memory, hasher, position: 0, target: 0, reading: false, block: 0 })
  reply({ kind: 'opened', id })
}

const close = (session: Session): void => {
  if (sessions.delete(session.id)) closeSync(session.descriptor)
}

/** Reads and hashes bytes. Returns their number, 0 at the end of the file. */
const readInto = (session: Session, memory: Uint8Array, length: number): number => {
  const bytes = readSync(session.descriptor, memory, 0, length, session.position)
  session.hasher.update(bytes === memory.length ? memory : memory.subarray(0, bytes))
  session.position += bytes
  return bytes
}

const end = (session: Session): void => {
  close(session)
  reply({ kind: 'sum', id: session.id, sum: session.hasher.digest(), byteSize: session.position })
}

const readBlock = (session: Session): void => {
  const memory = session.blocks[session.block % session.blocks.length]
  if (!memory) throw new Error('the session has no blocks')
  session.block += 1
  const bytes = readInto(session, memory, memory.length)
  if (bytes === 0) end(session)
  else reply({ kind: 'block', id: session.id, bytes })
}

const readTurn = (session: Session): void => {
  if (!sessions.has(session.id)) return
  const stop = Math.min(session.target, session.position + turnBytes)
  let bytes = 1
  while (bytes > 0 && session.position < stop) {
    bytes = readInto(session, page, Math.min(page.length, stop - session.position))
  }
  session.reading = bytes > 0 && session.position < session.target
  if (session.reading) setImmediate(() => attempt(session.id, () => readTurn(session)))
  else if (session.target === Number.POSITIVE_INFINITY) end(session)
}

const handle = (request: DigestRequest): void => {
  if (request.kind === 'open') open(request)
  const session = sessions.get(request.id)
  if (!session) return
  if (request.kind === 'close') close(session)
  if (request.kind === 'block') readBlock(session)
  if (request.kind === 'upTo') session.target = request.position
  if (request.kind === 'upTo' && !session.reading) readTurn(session)
}

// An Error loses its code when it is posted to another thread.
const describe = (error: unknown): { message: string; code: string | undefined } => {
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: error instanceof Error && 'code' in error ? String(error.code) : undefined }
}

const attempt = (id: number, work: () => void): void => {
  try {
    work()
  } catch (error) {
    const session = sessions.get(id)
    if (session) close(session)
    reply({ kind: 'failed', id, ...describe(error) })
  }
}

parentPort?.on('message', (request: DigestRequest) => attempt(request.id, () => handle(request)))
