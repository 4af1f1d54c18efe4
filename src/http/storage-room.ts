import { violatedConstraint } from '#db/sql-error.ts'
import { number, statement } from '#db/statement.ts'
import { sentence } from '#lib/sentence.ts'
import { Refusal } from './errors.ts'

/** Fails if the quota of the workspace has no room for another file of this size. */
export const requireRoom = statement(
  'require_storage_room',
  { byteSize: number },
  'select require_storage_room(:organization, :byteSize, 1)',
)

const units: Readonly<Record<string, string>> = { storage_quota_bytes: 'bytes', storage_quota_files: 'files' }

const detailOf = (error: unknown): string =>
  error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : ''

/**
 * Returns the 422 that names the quota, which the database enforces for the upload intent and for attaching the file;
 * undefined for other errors.
 */
export const withoutRoom = (error: unknown): Refusal | undefined => {
  const unit = units[violatedConstraint(error) ?? '']
  const [, total, quota] = /^(\d+)\/(\d+)$/.exec(detailOf(error)) ?? []
  if (unit === undefined || total === undefined || quota === undefined) return undefined
  return new Refusal(
    'unprocessable',
    sentence`workspace.quota_exceeded: The file does not fit. With it the workspace would have ${{ total }} ${{ unit }}, and its quota is ${{ quota }}.`,
  )
}
