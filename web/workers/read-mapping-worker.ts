import { type ReadMapping, readMappingFile } from '#client/import/mapping.ts'
import { type Reason, UnreadableFile, type Values } from '#client/import/unreadable-file.ts'

/** A file with mappings, and the libraries of the frameworks that it names by URN. */
export interface MappingFileRequest {
  readonly file: File
  readonly libraries: readonly File[]
}

/** The worker's message. */
export type MappingMessage =
  | { readonly kind: 'done'; readonly content: ReadMapping }
  | { readonly kind: 'unreadable'; readonly reason: Reason; readonly values: Values }
  | { readonly kind: 'failed' }

const post = (message: MappingMessage): void => postMessage(message)

const readBytes = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })

addEventListener('message', async ({ data: { file, libraries } }: MessageEvent<MappingFileRequest>) => {
  try {
    post({ kind: 'done', content: readMappingFile(await readBytes(file), await Promise.all(libraries.map(readBytes))) })
  } catch (error) {
    if (error instanceof UnreadableFile) post({ kind: 'unreadable', reason: error.reason, values: error.values })
    else post({ kind: 'failed' })
  }
})
