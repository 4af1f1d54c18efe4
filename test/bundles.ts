import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import type { ApiResponse, Probata } from './system.ts'

const run = promisify(execFile)

export const exportsPath = '/api/workspace/exports'

/** The response to a download, which is bytes, so the client does not check it against the documents. */
export interface Download {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

interface VerifyResult {
  readonly exit: number
  readonly text: string
}

/** The actions of a person who requests proof bundles. `caller`: the headers of an administrator or an auditor. */
export const bundles = (p: Probata, caller: { readonly cookie: string }) => ({
  ask: (scope: object, extraFields: object = {}): Promise<ApiResponse> =>
    p.call('POST', exportsPath, { ...caller, body: { scope, reason: 'the audit of this year', ...extraFields } }),

  /** Seals the rows so far, then prepares all requested bundles. */
  async prepare(): Promise<void> {
    await p.system.runJob('seal-ledger')
    await p.system.runJob('prepare-exports')
  },

  get: async (id: string) => (await p.call('GET', `${exportsPath}/${id}`, caller)).body,

  async download(id: string, headers: Readonly<Record<string, string>> = {}, url = p.url): Promise<Download> {
    const agent = new Agent()
    try {
      const response = await request(`${url}${exportsPath}/${id}/content`, {
        dispatcher: agent,
        headers: { ...caller, ...headers },
      })
      const bytes = Buffer.from(await response.body.arrayBuffer())
      return { status: response.statusCode, headers: response.headers, bytes }
    } finally {
      await agent.destroy()
    }
  },

  /** Requests a bundle, prepares it and returns its bytes. */
  async make(scope: object, extraFields: object = {}): Promise<{ readonly id: string; readonly bytes: Buffer }> {
    const response = await this.ask(scope, extraFields)
    assert.equal(response.status, 202, response.text)
    const { id } = response.body
    await this.prepare()
    const record = await this.get(id)
    assert.equal(record.status, 'ready', JSON.stringify(record))
    const { bytes } = await this.download(id)
    assert.equal(bytes.length, record.byteSize)
    return { id, bytes }
  },
})

/** Creates a temporary file for a test. */
export const inFile = async (bytes: Buffer): Promise<{ readonly path: string } & AsyncDisposable> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-bundle-'))
  const path = join(folder, 'bundle.asice')
  await writeFile(path, bytes)
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** The verifier's result for a bundle. 3 means valid, but without a named key. */
export const verify = async (bytes: Buffer, ...options: readonly string[]): Promise<VerifyResult> => {
  await using file = await inFile(bytes)
  const program = fileURLToPath(import.meta.resolve('#client/verify/main.ts'))
  try {
    const { stdout } = await run(process.execPath, ['--no-warnings', program, file.path, '--all', ...options])
    return { exit: 0, text: stdout }
  } catch (error) {
    const { code, stdout, stderr } = Object(error)
    return { exit: Number(code), text: `${stdout}${stderr}` }
  }
}

/** The files of a bundle by name. They are stored, not deflated. */
export const unzip = (bytes: Buffer): ReadonlyMap<string, Buffer> => {
  const files = new Map<string, Buffer>()
  for (let position = 0; bytes.readUInt32LE(position) === 0x04034b50; ) {
    const [size, name, extra] = [
      bytes.readUInt32LE(position + 18),
      bytes.readUInt16LE(position + 26),
      bytes.readUInt16LE(position + 28),
    ]
    const start = position + 30 + name + extra
    files.set(bytes.toString('utf8', position + 30, position + 30 + name), bytes.subarray(start, start + size))
    position = start + size
  }
  return files
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The parsed lines of a records file. */
export const linesOf = (files: ReadonlyMap<string, Buffer>, path: string): Record<string, unknown>[] =>
  (files.get(path)?.toString() ?? '')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
