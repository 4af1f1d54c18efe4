import { type Static, Type } from 'typebox'
import { sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Flow } from '#lib/flow.ts'
import { policyTag } from './policy.ts'

const versionStatuses = ['awaiting_file', 'draft', 'published', 'withdrawn'] as const

/** A version of a policy: its file, and who published it. */
export const PolicyVersion = Type.Object(
  {
    id: Id('gpv'),
    policyId: Id('gpl'),
    number: Type.Integer({
      minimum: 1,
      description: "The version's number within the policy; withdrawn versions keep theirs.",
    }),
    note: Nullable(Line(2000, 'The changes in this version.')),
    status: Type.Enum([...versionStatuses]),
    originalFilename: Type.String(),
    contentType: Type.String({ description: 'Media type.' }),
    byteSize: Type.Integer({ minimum: 1, description: 'Bytes.' }),
    checksumSha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file, hexadecimal.' }),
    artifactId: Nullable(Id('art')),
    uploadedBy: Nullable(Reference('prs')),
    publishedBy: Nullable(Reference('prs')),
    publishedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'PolicyVersion' },
)

export type PolicyVersion = Static<typeof PolicyVersion>

/** `published` and `withdrawn` are final. */
export const policyVersionFlow = {
  upload: { from: ['awaiting_file'], to: 'draft' },
  publish: { from: ['draft'], to: 'published' },
  withdraw: { from: ['awaiting_file', 'draft'], to: 'withdrawn' },
} as const satisfies Flow<PolicyVersion['status'], string>

export const policyVersions = family({
  name: 'PolicyVersion',
  label: 'policy version',
  prefix: 'gpv',
  table: 'policy_version',
  plural: 'versions',
  record: PolicyVersion,
  columns: ['policyId', 'number', 'status', 'checksumSha256', 'artifactId'],
  content: { hands: sorted },
  filters: ['policyId'],
  tag: policyTag,
  roles: [...roles],
  list: {},
})

export const policyVersionRecords = records(policyVersions)

export const PolicyVersionParams = Type.Object({ policyId: Reference('gpl'), versionId: Reference('gpv') })
