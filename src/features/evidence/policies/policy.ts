import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Refusal } from '#http/errors.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

/** A document that people must know and follow. Its text is the file of its current version. */
export const Policy = Type.Object(
  {
    id: Id('gpl'),
    policyKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum(['draft', 'active', 'retired'], {
      description: 'Active from its first published version on; `retired` is final.',
    }),
    ownerId: Nullable(Reference('prs')),
    currentVersionId: Nullable(Id('gpv')),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Policy' },
)

export type Policy = Static<typeof Policy>

export const policyTag = 'Policies'

export const policies = family({
  name: 'Policy',
  many: 'Policies',
  label: 'policy',
  prefix: 'gpl',
  table: 'policy',
  plural: 'policies',
  record: Policy,
  columns: ['policyKey', 'status', 'ownerId'],
  key: 'policyKey',
  filters: ['status'],
  tag: policyTag,
  roles: [...roles],
  list: {},
  choices: [{ kind: 'policy' }],
})

export const policyRecords = records(policies)

export const PolicyParams = Type.Object({ policyId: Reference('gpl') })

/** Throws a 422 if a policy is retired. It can no longer change, except that drafts can be withdrawn. */
export const requirePolicyInUse = ({ status }: Policy): void => {
  if (status === 'retired')
    throw new Refusal('unprocessable', sentence`policy.retired: The policy is retired and can no longer change.`)
}
