import { type ReadMapping, readMappingFile } from '#client/import/mapping.ts'
import { type Reason, UnreadableFile, type Values } from '#client/import/unreadable-file.ts'

/** A file with mappings, and the libraries of the frameworks that it names by URN. */
export interface AskedMapping {
  readonly file: File
  readonly libraries: readonly File[]
}

export type MappingReading =
  | { readonly kind: 'done'; readonly read: ReadMapping }
  | { readonly kind: 'unreadable'; readonly reason: Reason; readonly values: Values }
  | { readonly kind: 'failed' }

const say = (message: MappingReading): void => postMessage(message)

const given = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })

addEventListener('message', async ({ data: { file, libraries } }: MessageEvent<AskedMapping>) => {
  try {
    say({ kind: 'done', read: readMappingFile(await given(file), await Promise.all(libraries.map(given))) })
  } catch (error) {
    if (error instanceof UnreadableFile) say({ kind: 'unreadable', reason: error.reason, values: error.values })
    else say({ kind: 'failed' })
  }
})
