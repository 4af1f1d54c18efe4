import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PART_BYTES, type SpooledFile } from '#lib/object-store.ts'

export interface Spool extends AsyncDisposable {
  /** Returns a file with these bytes that is ready to be uploaded. */
  spool(bytes: Buffer): Promise<SpooledFile>
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const newObjectKey = (): string => randomBytes(16).toString('hex')

export const openSpool = async (): Promise<Spool> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-spool-'))
  return {
    async spool(bytes) {
      const path = join(folder, newObjectKey())
      await writeFile(path, bytes)
      const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES))
      const parts = Array.from({ length: count }, (_, index) =>
        sha256(bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)),
      )
      return { path, byteSize: bytes.length, parts }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
