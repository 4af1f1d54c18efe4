import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type AboutFile, aboutFile } from '#client/import/about.ts'
import { type ClauseTable, UnreadableTable } from '#client/import/clause-table.ts'
import type { InputFile } from '#client/import/input-file.ts'
import { type ClauseFileOptions, type ReadFile, readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile, type Values } from '#client/import/unreadable-file.ts'

/** A selected file, and how to read it. */
export interface ClauseFileRequest extends Omit<ClauseFileOptions, 'catalogs'> {
  readonly file: File
  readonly catalogs: readonly File[]
}

/** The worker's message. `table` describes a table that can be read with other columns. */
export type ClausesMessage =
  | { readonly kind: 'done'; readonly content: ReadFile; readonly digest: string; readonly about: AboutFile }
  | { readonly kind: 'unreadable'; readonly reason: Reason; readonly values: Values; readonly table?: ClauseTable }
  | { readonly kind: 'failed' }

const post = (message: ClausesMessage): void => postMessage(message)

const readBytes = async (file: File): Promise<InputFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
})

const digestOf = ({ bytes }: InputFile): string => bytesToHex(sha256(bytes))

/**
 * The digest of a file. For several files: the digest of their digests, one per line, so that it covers all of them.
 */
const digestOfAll = (files: readonly InputFile[]): string => {
  const [first, ...others] = files.map(digestOf)
  return others.length === 0 ? (first ?? '') : bytesToHex(sha256(utf8ToBytes(`${[first, ...others].join('\n')}\n`)))
}

addEventListener('message', async ({ data: { file, catalogs, ...options } }: MessageEvent<ClauseFileRequest>) => {
  try {
    const main = await readBytes(file)
    const imported = await Promise.all(catalogs.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(readBytes))
    const content = await readClauseFile(main, { ...options, catalogs: imported })
    post({ kind: 'done', content, digest: digestOfAll([main, ...imported]), about: aboutFile(main) })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) return post({ kind: 'failed' })
    const { reason, values } = error
    post({ kind: 'unreadable', reason, values, ...(error instanceof UnreadableTable && { table: error.table }) })
  }
})
