import { createReadStream } from 'node:fs'
import { type ObjectStore, type SpooledFile, StoreProblem } from '#lib/object-store.ts'
import type { FolderStore } from './folder-store.ts'

/** Opens the file when the first bytes are requested. A missing folder requests none, so no file stays open. */
async function* chunksOf({ path, bytes }: SpooledFile): AsyncGenerator<Buffer, void, void> {
  if (bytes) yield Buffer.from(bytes)
  else yield* createReadStream(path)
}

/** Presents an organization's part of the folder as a store to copy files to and from. */
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
  // Includes the files of all organizations and leftovers of interrupted probes, whose keys are not recorded. An upload
  // in progress is written to continuously.
  unfinished: async () =>
    (await folder.unfinished()).map(({ objectKey, modifiedAt }) => ({
      objectKey,
      uploadId: objectKey,
      startedAt: modifiedAt,
    })),
  abort: ({ objectKey }) => folder.remove(organizationId, objectKey),
  [Symbol.asyncDispose]: async () => {},
})
