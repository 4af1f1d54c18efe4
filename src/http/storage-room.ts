import { violatedConstraint } from '#db/sql-error.ts'
import { number, statement } from '#db/statement.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { Refusal } from './errors.ts'

/** Fails if the quota of the workspace has no room for another file of this size. */
export const requireRoom = statement(
  'require_storage_room',
  { byteSize: number },
  'select require_storage_room(:organization, :byteSize, 1)',
)

type QuotaSentence = (total: number, quota: number) => Sentence

const sentences: Readonly<Record<string, QuotaSentence>> = {
  storage_quota_bytes: (total, quota) =>
    sentence`workspace.quota_exceeded: The file does not fit: the workspace would have ${{ total }} bytes, and its quota is ${{ quota }}. Ask an administrator for a larger quota.`,
  storage_quota_files: (total, quota) =>
    sentence`workspace.file_quota_exceeded: The file does not fit: the workspace would have ${{ total }} files, and its quota is ${{ quota }}. Ask an administrator for a larger quota.`,
}

const detailOf = (error: unknown): string =>
  error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : ''

/**
 * Returns the 422 for an exceeded quota; undefined for other errors. The database enforces quotas when an upload intent
 * is created and when the file is attached.
 */
export const withoutRoom = (error: unknown): Refusal | undefined => {
  const quotaSentence = sentences[violatedConstraint(error) ?? '']
  const [, total, quota] = /^(\d+)\/(\d+)$/.exec(detailOf(error)) ?? []
  if (quotaSentence === undefined || total === undefined || quota === undefined) return undefined
  return new Refusal('unprocessable', quotaSentence(Number(total), Number(quota)))
}
