import { createReadStream } from 'node:fs'
import { type ObjectStore, type SpooledFile, StoreProblem } from '#lib/object-store.ts'
import type { FolderStore } from './folder-store.ts'

/** Opens the file when its first bytes are requested. If the folder is missing, they are not, so no file stays open. */
async function* chunksOf({ path, bytes }: SpooledFile): AsyncGenerator<Buffer, void, void> {
  if (bytes) yield Buffer.from(bytes)
  else yield* createReadStream(path)
}

/** Adapts an organization's part of the folder to the interface of object stores. */
export const folderObjectStore = (folder: FolderStore, organizationId: string): ObjectStore => ({
  async send(objectKey, file, { signal } = {}) {
    await folder.put(organizationId, objectKey, chunksOf(file), { maxBytes: file.byteSize, signal })
    return { versionId: null }
  },
  read: (objectKey, { range } = {}) => folder.readRange(organizationId, objectKey, range),
  remove: objectKey => folder.remove(organizationId, objectKey),
  async lock() {
    throw new StoreProblem('unsupported')
  },
  list: options => folder.list(organizationId, options),
  // Includes incomplete files of all organizations and of interrupted probes, whose keys are not recorded. `startedAt`
  // is the time of the last write, which is recent for an upload in progress.
  unfinished: async () =>
    (await folder.unfinished()).map(({ objectKey, modifiedAt }) => ({
      objectKey,
      uploadId: objectKey,
      startedAt: modifiedAt,
    })),
  abort: ({ objectKey }) => folder.remove(organizationId, objectKey),
  [Symbol.asyncDispose]: async () => {},
})
