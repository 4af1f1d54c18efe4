import { type Static, Type } from 'typebox'
import { event } from '#http/event.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { day } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'
import { ExportedScope } from './scope.ts'

const exportStatuses = ['preparing', 'ready', 'failed', 'cancelled', 'expired'] as const

/** The fields of an audit row that can be shown or withheld because people write them as free text. */
export const disclosable = ['reason', 'detail'] as const

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** An evidence bundle (open points "Exports"). */
export const EvidenceExport = Type.Object(
  {
    id: Id('gee'),
    status: Type.Enum([...exportStatuses]),
    scope: ExportedScope,
    ledger: Type.Enum(['proofs', 'all'], {
      description:
        'proofs: the audit trail rows that prove the records. all: every row of the period or up to the given time; every row if the scope has neither.',
    }),
    disclose: Type.Array(Type.Enum([...disclosable]), { description: 'The free-text fields that those rows show.' }),
    attachments: Type.Boolean({
      description: 'Whether the bundle includes the files; their records are always included.',
    }),
    progress: Type.Object({
      filesDone: Count('Attached files that were read and are intact.'),
      filesTotal: Count('All attached files; 0 until the records are gathered.'),
      bytesDone: Count('Size of the files that are done.'),
      bytesTotal: Count('Size of all files.'),
    }),
    byteSize: Nullable(Count('Size of the bundle once it is ready.')),
    manifestSha256: Nullable(Type.String({ description: 'SHA-256 of manifest-sha256.txt, hexadecimal.' })),
    checkpointSize: Nullable(Count('Ledger rows at the checkpoint that proves the bundle.')),
    leftOut: Type.Record(Type.String(), Type.Integer(), { description: 'The number of items left out, by reason.' }),
    failure: Type.Unsafe<{ message: string; resourceId: string | null } | null>({
      type: ['object', 'null'],
      properties: {
        message: { type: 'string' },
        resourceId: { type: ['string', 'null'], description: 'The record at fault, if any.' },
      },
      required: ['message', 'resourceId'],
      description: 'Why the export failed.',
    }),
    expiresAt: Nullable({ ...Timestamp, description: 'When the download of a ready export expires.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'EvidenceExport' },
)

export type EvidenceExport = Static<typeof EvidenceExport>

const fields = Object.keys(EvidenceExport.properties) as (keyof EvidenceExport)[]

/** Renders exactly the fields of the schema, in schema order. */
export const renderExport = (value: EvidenceExport): string =>
  JSON.stringify(Object.fromEntries(fields.map(name => [name, value[name]])))

export const exportFlow = {
  complete: { from: ['preparing'], to: 'ready' },
  /** Also applies to a ready export if a file turns out altered while it is sent. */
  fail: { from: ['preparing', 'ready'], to: 'failed' },
  cancel: { from: ['preparing', 'ready'], to: 'cancelled' },
  expire: { from: ['ready'], to: 'expired' },
} as const satisfies Flow<EvidenceExport['status'], string>

/** Returns how long a ready bundle can be downloaded. A room's bundle also becomes unavailable when the room closes. */
export const findReadyPeriod = ({ kind }: EvidenceExport['scope']): number => (kind === 'room' ? 30 : 7) * day

/** The maximum numbers of exports of one workspace: prepared concurrently, waiting and ready. */
export const exportLimits = { preparing: 2, waiting: 20, ready: 100 } as const

export const ExportParams = Type.Object({ exportId: Reference('gee') })

/** Renders a newly requested export. */
export const renderNewExport = ({
  id,
  at,
  ...request
}: Pick<EvidenceExport, 'id' | 'scope' | 'ledger' | 'disclose' | 'attachments'> & {
  readonly at: string
}): string =>
  renderExport({
    ...{ id, status: 'preparing', ...request },
    progress: { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 },
    ...{ byteSize: null, manifestSha256: null, checkpointSize: null, leftOut: {}, failure: null, expiresAt: null },
    ...{ createdAt: at, updatedAt: at },
  })

const example: EvidenceExport = {
  id: 'gee_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
  status: 'ready',
  scope: { kind: 'package', packageId: 'subpkg_01JZ8Q4D3N6V0M2K5T7W9Y1B4E' },
  ledger: 'proofs',
  disclose: ['reason', 'detail'],
  attachments: true,
  progress: { filesDone: 12, filesTotal: 12, bytesDone: 48_211_904, bytesTotal: 48_211_904 },
  byteSize: 48_307_112,
  manifestSha256: '5f1d7a84db00d2fce00b31a7fc73224cf3a5a4f7b3ce1f2e3f6b1a0c9d8e7f6a',
  checkpointSize: 18_204,
  leftOut: { 'outside the scope': 18_131 },
  failure: null,
  expiresAt: '2026-11-27T02:04:11.318Z',
  createdAt: '2026-11-20T02:03:40.002Z',
  updatedAt: '2026-11-20T02:04:11.318Z',
}

const scope = 'governance.exports:read'

const exportEvent = (change: string, description: string, exampleExport: EvidenceExport) =>
  event({
    type: `evidence_export.${change}`,
    description,
    scope,
    data: Type.Object({ evidenceExport: EvidenceExport }),
    example: { evidenceExport: exampleExport },
  })

/** See interface section 6.3. */
export const exportEvents = {
  ready: exportEvent('ready', 'An evidence bundle is ready for download.', example),
  failed: exportEvent('failed', 'An evidence bundle could not be prepared, or turned out to be altered.', {
    ...example,
    status: 'failed',
    byteSize: null,
    manifestSha256: null,
    checkpointSize: null,
    failure: { message: 'A stored file is missing.', resourceId: 'art_01JZ8Q4D3N6V0M2K5T7W9Y1B4C' },
    expiresAt: null,
  }),
}

/** The roles that may use exports. */
export const exportRoles = ['admin', 'auditor'] as const

export const exportPath = { v1: '/governance/evidence/exports', workspace: '/exports' } as const

/** Returns the surfaces of an operation on one bundle. */
export const surfaceOfExport = (suffix: string, access: 'read' | 'write') =>
  ({
    v1: { path: `${exportPath.v1}/{exportId}${suffix}`, scope: `governance.exports:${access}` },
    workspace: { path: `${exportPath.workspace}/{exportId}${suffix}`, roles: [...exportRoles] },
  }) as const
