import { type Static, Type } from 'typebox'
import type { Role } from '#http/access.ts'
import type { Content } from '#http/audit.ts'
import { readRecord } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { iso, minute } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'
import { type RetentionMode, retentionModes } from '#lib/object-store.ts'
import { ProbeRun } from '#src/features/storage/posture/probe-run.ts'
import { S3SettingsInput } from './settings.ts'

export const bindingStatuses = ['draft', 'validated', 'active', 'draining', 'retired'] as const

export type BindingStatus = (typeof bindingStatuses)[number]

/** The statuses of a binding. A binding drains when another replaces it. */
export const bindingFlow = {
  pass: { from: ['draft', 'validated'], to: 'validated' },
  fail: { from: ['draft', 'validated'], to: 'draft' },
  change: { from: ['draft', 'validated'], to: 'draft' },
  activate: { from: ['validated', 'draining'], to: 'active' },
  replace: { from: ['active'], to: 'draining' },
  retire: { from: ['draft', 'validated', 'draining'], to: 'retired' },
} as const satisfies Flow<BindingStatus, string>

/** The maximum age of a binding's validation when it is activated. */
export const validFor = 15 * minute

export const encryptions = ['envelope', 'none'] as const

export const Retention = Type.Enum([...retentionModes], {
  description:
    'Whether files under retention are locked in the bucket. With governance, users with a permission of the provider can lift a lock; with compliance, no one can. Fixed once the binding is active.',
})

const { region, bucket } = S3SettingsInput.properties

/** A location where a workspace keeps the bytes of its files; credentials are never shown. */
export const StorageBinding = Type.Object(
  {
    id: Id('stb'),
    kind: Type.Enum(['folder', 's3']),
    name: Line(200),
    status: Type.Enum([...bindingStatuses]),
    endpointHost: Nullable(Type.String({ description: 'Host of the S3 interface; null for a folder.' })),
    region: Nullable(region),
    bucket: Nullable(bucket),
    prefix: Nullable(Type.String()),
    pathStyle: Type.Boolean(),
    encryption: Type.Enum([...encryptions], {
      description: 'Whether files are encrypted before they leave this install.',
    }),
    retention: Retention,
    lockedUntil: Nullable({
      ...Timestamp,
      description: 'When the last lock of a file in the bucket ends; null if no file is locked.',
    }),
    locksPending: Type.Boolean({ description: 'Whether files wait for a lock, or for an extension of their lock.' }),
    credential: Type.Unsafe<{ hint: string; replacedAt: string } | null>({
      type: ['object', 'null'],
      properties: {
        hint: { type: 'string', description: 'The last characters of the access key id.' },
        replacedAt: Timestamp,
      },
      required: ['hint', 'replacedAt'],
      additionalProperties: false,
    }),
    validatedAt: Nullable(Timestamp),
    activatedAt: Nullable(Timestamp),
    lastProbes: Type.Unsafe<Static<typeof ProbeRun> | null>(Type.Union([ProbeRun, Type.Null()])),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    ...versionField,
  },
  { title: 'StorageBinding' },
)

export type StorageBinding = Static<typeof StorageBinding>

/** A binding's row; `probes` is the record of its newest probe run. */
export interface BindingRow {
  id: string
  kind: StorageBinding['kind']
  status: BindingStatus
  name: string
  settings: string
  encryption: StorageBinding['encryption']
  retention: RetentionMode
  locked_until: Date | null
  locks_pending: boolean
  credential_hint: string | null
  credentials_at: Date | null
  revision: number
  validated_at: Date | null
  activated_at: Date | null
  created_at: Date
  updated_at: Date
  probes: string | null
}

const isoOrNull = (time: Date | null): string | null => time && iso(time.getTime())

/** The last characters of an access key id, enough for people to recognize it. */
export const hintOf = (accessKeyId: string): string => accessKeyId.slice(-4)

export const bindingTag = ({ id, status, name, revision, updated_at }: BindingRow): string =>
  etagOf(id, status, name, revision, updated_at.getTime())

/** The fields of a binding whose digest its audit rows keep; `boundBindings` reads them. */
export const bindingContent = (row: BindingRow): Content => ({
  activatedAt: isoOrNull(row.activated_at),
  createdAt: iso(row.created_at.getTime()),
  credentialHint: row.credential_hint,
  credentialsAt: isoOrNull(row.credentials_at),
  encryption: row.encryption,
  kind: row.kind,
  name: row.name,
  retentionMode: row.retention,
  settings: JSON.parse(row.settings),
  status: row.status,
  updatedAt: iso(row.updated_at.getTime()),
  validatedAt: isoOrNull(row.validated_at),
})

/** Renders a binding. */
export const showBinding = (row: BindingRow): StorageBinding => {
  const settings = row.kind === 's3' ? readRecord(S3SettingsInput, row.settings) : undefined
  const replacedAt = isoOrNull(row.credentials_at)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    endpointHost: settings ? new URL(settings.endpoint).host : null,
    region: settings?.region ?? null,
    bucket: settings?.bucket ?? null,
    prefix: settings?.prefix ?? null,
    pathStyle: settings?.pathStyle ?? false,
    encryption: row.encryption,
    retention: row.retention,
    lockedUntil: isoOrNull(row.locked_until),
    locksPending: row.locks_pending,
    credential: row.credential_hint !== null && replacedAt ? { hint: row.credential_hint, replacedAt } : null,
    validatedAt: isoOrNull(row.validated_at),
    activatedAt: isoOrNull(row.activated_at),
    lastProbes: row.probes === null ? null : readRecord(ProbeRun, row.probes),
    createdAt: iso(row.created_at.getTime()),
    updatedAt: iso(row.updated_at.getTime()),
    etag: bindingTag(row),
  }
}

export const BindingParams = Type.Object({ bindingId: Reference('stb') })

/** Endpoints for storage bindings on the workspace surface, for administrators and the given roles. */
export const bindingSurface = (path: string, ...roles: Role[]) =>
  ({ workspace: { path: `/storage-bindings${path}`, roles: ['admin', ...roles] } }) as const
