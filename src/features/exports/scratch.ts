import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from '#lib/lines.ts'

const batchBytes = 256 * 1024

/** A temporary file on this node that collects lines, so that any number of them needs little memory. */
export class ScratchFile implements AsyncDisposable {
  readonly #path: string
  readonly #file: FileHandle
  #pending: string[] = []
  #bytes = 0
  lines = 0

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  static async open(folder: string, name: string): Promise<ScratchFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, name)
    return new ScratchFile(path, await open(path, 'w', 0o600))
  }

  async appendLine(text: string): Promise<void> {
    this.lines++
    this.#pending.push(text)
    this.#bytes += text.length
    if (this.#bytes >= batchBytes) await this.#flush()
  }

  /** Reads the written bytes from the beginning. */
  async *bytes(): AsyncGenerator<Buffer, void, void> {
    await this.#flush()
    yield* createReadStream(this.#path, { highWaterMark: batchBytes })
  }

  async *read(): AsyncGenerator<string, void, void> {
    await this.#flush()
    yield* linesOf(createReadStream(this.#path, { highWaterMark: batchBytes }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
    await rm(this.#path, { force: true })
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0) return
    const text = `${this.#pending.join('\n')}\n`
    this.#pending = []
    this.#bytes = 0
    await this.#file.appendFile(text)
  }
}
