import { type Static, Type } from 'typebox'
import { bound, readAsIs } from '#family/bound.ts'
import type { Content } from '#http/audit.ts'
import { Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import type { QuotaRow } from './queries.ts'

const Bytes = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000_000,
  description: 'Maximum size of all files, in bytes.',
})
const Files = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Maximum number of files.' })

/** The limits of a workspace; null means no limit. */
export const QuotaLimits = Type.Object({ bytes: Nullable(Bytes), files: Nullable(Files) })

export type QuotaLimits = Static<typeof QuotaLimits>

/** The quota of a workspace: the lower of the operator's and the workspace's own limits. */
export const StorageQuota = Type.Object(
  {
    ...QuotaLimits.properties,
    operator: { ...QuotaLimits, description: 'The limits set by the operator of the install.' },
    own: { ...QuotaLimits, description: 'The limits set by the workspace itself.' },
    ...versionField,
  },
  { title: 'StorageQuota' },
)

export type StorageQuota = Static<typeof StorageQuota>

const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

export const operatorLimits = ({ bytes, files }: QuotaRow): QuotaLimits => ({ bytes, files })

export const ownLimits = ({ own_bytes: bytes, own_files: files }: QuotaRow): QuotaLimits => ({ bytes, files })

export const effectiveLimits = (row: QuotaRow): QuotaLimits => ({
  bytes: lower(row.bytes, row.own_bytes),
  files: lower(row.files, row.own_files),
})

const tagOf = (operator: QuotaLimits, own: QuotaLimits): string =>
  etagOf(operator.bytes, operator.files, own.bytes, own.files)

export const quotaTag = (row: QuotaRow): string => tagOf(operatorLimits(row), ownLimits(row))

export const showQuota = (row: QuotaRow): StorageQuota => ({
  ...effectiveLimits(row),
  operator: operatorLimits(row),
  own: ownLimits(row),
  etag: quotaTag(row),
})

export const boundQuotas = bound({
  table: 'storage_quota',
  prefix: 'org',
  key: ['organization_id'],
  record: false,
  content: { bytes: readAsIs, files: readAsIs, ownBytes: readAsIs, ownFiles: readAsIs },
  actions: ['storage.quota.'],
})

/** The fields of a quota whose digest its audit rows keep. */
export const quotaContent = (operator: QuotaLimits, own: QuotaLimits): Content => ({
  ...operator,
  ownBytes: own.bytes,
  ownFiles: own.files,
})

/** Returns the used share of a limit; null without a limit. A limit of 0 is always reached. */
const shareOf = (used: number, limit: number | null): number | null => {
  if (limit === null) return null
  return limit === 0 ? 1 : used / limit
}

/** Returns the larger of the used shares of both limits. */
export const largestShare = (used: { bytes: number; files: number }, quota: QuotaLimits): number | null => {
  const shares = [shareOf(used.bytes, quota.bytes), shareOf(used.files, quota.files)].filter(share => share !== null)
  return shares.length === 0 ? null : Math.max(...shares)
}

/** Describes the limits for the audit trail. */
export const describeLimits = ({ bytes, files }: QuotaLimits): string =>
  `${bytes ?? 'any'} bytes, ${files ?? 'any'} files`
