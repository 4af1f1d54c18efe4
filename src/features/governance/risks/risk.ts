import { type Static, Type } from 'typebox'
import { sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import type { Following } from '#family/next-status.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'

const riskStatuses = ['identified', 'assessed', 'treated', 'accepted', 'closed'] as const

const treatments = ['mitigate', 'transfer', 'avoid', 'accept'] as const

type Treatment = (typeof treatments)[number]

const Degree = Nullable(Type.Integer({ minimum: 1, maximum: 5 }))

/** A possible loss: how likely and how severe it is, before and after treatment. */
export const Risk = Type.Object(
  {
    id: Id('grk'),
    riskKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum([...riskStatuses]),
    ownerId: Nullable(Reference('prs')),
    likelihood: Degree,
    impact: Degree,
    treatment: Type.Unsafe<Treatment | null>({ type: ['string', 'null'], enum: [...treatments, null] }),
    residualLikelihood: Degree,
    residualImpact: Degree,
    reviewDueAt: Nullable(Timestamp),
    acceptedBy: Nullable(Reference('prs')),
    acceptedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Risk' },
)

export type Risk = Static<typeof Risk>

/** The statuses that may follow each status. Only `acceptRisk` leads to `accepted`. */
export const riskFlow: Following<Risk['status']> = {
  identified: ['assessed'],
  assessed: ['treated'],
  treated: ['assessed'],
  accepted: ['closed', 'assessed'],
  closed: ['assessed'],
}

/** The fields that must have values in each status. */
export const riskNeeds: Readonly<Record<Risk['status'], readonly (keyof Risk)[]>> = {
  identified: [],
  assessed: ['likelihood', 'impact'],
  treated: ['likelihood', 'impact', 'treatment', 'residualLikelihood', 'residualImpact', 'ownerId'],
  accepted: [],
  closed: [],
}

/** Whether only the status of a risk can still change, because its content was accepted. */
export const isSettled = ({ status }: Pick<Risk, 'status'>): boolean => status === 'accepted' || status === 'closed'

/** See the open points, "Other governance families". */
export const risks = family({
  name: 'Risk',
  label: 'risk',
  prefix: 'grk',
  table: 'risk',
  plural: 'risks',
  record: Risk,
  columns: [
    'riskKey',
    'status',
    'ownerId',
    'likelihood',
    'impact',
    'residualLikelihood',
    'residualImpact',
    'reviewDueAt',
  ],
  content: { hands: sorted },
  key: 'riskKey',
  sorts: ['riskKey', 'title', 'status', 'reviewDueAt', 'owner'],
  filters: ['status', 'ownerId'],
  tag: 'Risks',
  scope: 'governance.risks:read',
  roles: [...roles],
  list: { v1: '/governance/risks' },
  detail: { v1: '/governance/risks/{riskId}' },
  choices: [{ kind: 'risk' }],
  comments: true,
})

export const riskRecords = records(risks)
