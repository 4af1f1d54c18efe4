import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { releaseBuffer } from '#lib/release-buffer.ts'
import { FileWriter } from './file-writer.ts'

/** The limit for files in memory: creating, reading and removing a smaller file on disk costs more than sending it. */
const maxInMemory = 64 * 1024

/** Collects a file in memory, and moves it to the disk once it exceeds a limit. */
export class SpoolWriter implements AsyncDisposable {
  readonly #path: string
  #chunks: Buffer[] = []
  #bytes = 0
  #file: FileHandle | undefined
  #writer: FileWriter | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Takes ownership of the chunk: the caller must not use it afterwards. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#writer) return this.#writer.write(chunk)
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes <= maxInMemory) return
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    this.#file = await open(this.#path, 'wx', 0o600)
    this.#writer = new FileWriter(this.#file, { durable: false })
    for (const collected of this.#chunks.splice(0)) await this.#writer.write(collected)
  }

  /** Returns the bytes if they are only in memory. */
  async finish(): Promise<Buffer | undefined> {
    if (this.#writer) {
      await this.#writer.finish()
      return undefined
    }
    const bytes = Buffer.concat(this.#chunks)
    for (const chunk of this.#chunks.splice(0)) releaseBuffer(chunk)
    return bytes
  }

  /** Resolves when nothing uses the file. Never rejects. */
  async settle(): Promise<void> {
    await this.#writer?.settle()
  }

  async remove(): Promise<void> {
    if (this.#file) await rm(this.#path, { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}
