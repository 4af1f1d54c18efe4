import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type ClauseTable, UnreadableTable } from '#client/import/clause-table.ts'
import type { GivenFile } from '#client/import/given-file.ts'
import { type ReadFile, readClauseFile, type Wanted } from '#client/import/read.ts'
import { type Reason, UnreadableFile, type Values } from '#client/import/unreadable-file.ts'

/** A chosen file, and how to read it. */
export interface Asked extends Omit<Wanted, 'catalogs'> {
  readonly file: File
  readonly catalogs: readonly File[]
}

/** The message that it posts at the end; `table` describes a table that may be read another way. */
export type Reading =
  | { readonly kind: 'done'; readonly read: ReadFile; readonly digest: string }
  | { readonly kind: 'unreadable'; readonly reason: Reason; readonly values: Values; readonly table?: ClauseTable }
  | { readonly kind: 'failed' }

const say = (message: Reading): void => postMessage(message)

const given = async (file: File): Promise<GivenFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
})

const digestOf = ({ bytes }: GivenFile): string => bytesToHex(sha256(bytes))

/** The digest of a file; for several, of their digests, one per line, so that it covers all imported files. */
const digestOfAll = (files: readonly GivenFile[]): string => {
  const [first, ...more] = files.map(digestOf)
  return more.length === 0 ? (first ?? '') : bytesToHex(sha256(utf8ToBytes(`${[first, ...more].join('\n')}\n`)))
}

addEventListener('message', async ({ data: { file, catalogs, ...wanted } }: MessageEvent<Asked>) => {
  try {
    const main = await given(file)
    const beside = await Promise.all(catalogs.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(given))
    const read = await readClauseFile(main, { ...wanted, catalogs: beside })
    say({ kind: 'done', read, digest: digestOfAll([main, ...beside]) })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) return say({ kind: 'failed' })
    const { reason, values } = error
    say({ kind: 'unreadable', reason, values, ...(error instanceof UnreadableTable && { table: error.table }) })
  }
})
