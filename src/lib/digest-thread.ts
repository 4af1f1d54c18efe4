import { Worker } from 'node:worker_threads'
import type { DigestReply, DigestRequest } from './digest-worker.ts'
import { sentenceOf } from './error-digest.ts'
import { programFile } from './program-files.ts'

/** SHA-256 in lower-case hex, and the number of bytes that it covers. */
export interface Digest {
  readonly sha256: string
  readonly byteSize: number
}

/** A SHA-256 or `StreamMac` in hex, and the number of bytes that it covers. */
export interface Sum {
  readonly sum: string
  readonly byteSize: number
}

type Listener = (reply: DigestReply) => void

/**
 * The thread that hashes for the whole process, started on first use. It keeps the process alive only while a caller
 * waits. It gets no environment, because it needs none, and prints no warnings, because standard error is the log.
 */
class DigestThread {
  readonly #worker = new Worker(programFile('src/lib/digest-worker.ts'), {
    env: {},
    execArgv: ['--no-warnings'],
  })
  readonly #listeners = new Map<number, Listener>()

  constructor(onEnd: () => void) {
    this.#worker.unref()
    this.#worker.on('message', (reply: DigestReply) => this.#listeners.get(reply.id)?.(reply))
    const fail = (message: string) => {
      onEnd()
      for (const [id, listener] of [...this.#listeners]) listener({ kind: 'failed', id, message, code: undefined })
    }
    this.#worker.on('error', error => fail(`the digest thread failed: ${sentenceOf(error)}`))
    this.#worker.on('exit', () => fail('the digest thread ended'))
  }

  listen(id: number, listener: Listener): void {
    this.#listeners.set(id, listener)
    this.#worker.ref()
  }

  unlisten(id: number): void {
    this.#listeners.delete(id)
    if (this.#listeners.size === 0) this.#worker.unref()
  }

  post(request: DigestRequest): void {
    this.#worker.postMessage(request)
  }
}

let current: DigestThread | undefined
let lastId = 0

const digestThread = (): DigestThread => {
  if (current) return current
  const thread: DigestThread = new DigestThread(() => {
    if (current === thread) current = undefined
  })
  current = thread
  return thread
}

export interface DigestSession {
  /** Reads up to a position. At the end of the file, the listener receives the sum. */
  upTo(position: number): void
  /** Requests the next block. */
  block(): void
  close(): void
}

/** The replies of one session; `failed` and `end` are the last. */
export interface DigestListener {
  opened(): void
  block(bytes: number): void
  end(sum: Sum): void
  failed(error: Error): void
}

/**
 * Opens a file on the other thread, which computes its `StreamMac` if a key is given, otherwise its SHA-256. Ignores
 * requests after the last reply.
 */
export const openDigestSession = (
  path: string,
  blocks: readonly SharedArrayBuffer[],
  listener: DigestListener,
  macKey?: Uint8Array,
): DigestSession => {
  const thread = digestThread()
  lastId += 1
  const id = lastId
  thread.listen(id, reply => {
    if (reply.kind === 'opened') return listener.opened()
    if (reply.kind === 'block') return listener.block(reply.bytes)
    thread.unlisten(id)
    if (reply.kind === 'sum') listener.end({ sum: reply.sum, byteSize: reply.byteSize })
    else listener.failed(Object.assign(new Error(reply.message), reply.code === undefined ? {} : { code: reply.code }))
  })
  thread.post({ kind: 'open', id, path, blocks, macKey })
  return {
    upTo: position => thread.post({ kind: 'upTo', id, position }),
    block: () => thread.post({ kind: 'block', id }),
    close() {
      thread.unlisten(id)
      thread.post({ kind: 'close', id })
    },
  }
}
