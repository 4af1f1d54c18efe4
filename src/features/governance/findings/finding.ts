import { type Static, Type } from 'typebox'
import { nullable, nullableTexts, text, texts } from '#db/statement.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { event } from '#http/event.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Flow } from '#lib/flow.ts'

/** The severities, highest first. */
export const findingSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const

const findingStatuses = ['open', 'in_progress', 'remediated', 'resolved', 'accepted', 'invalidated'] as const

/** A problem that a person or a source, such as a scanner, found. */
export const Finding = Type.Object(
  {
    id: Id('gfd'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    severity: Type.Enum([...findingSeverities]),
    status: Type.Enum([...findingStatuses]),
    subjectModuleKey: Line(200),
    subjectResourceType: Line(200),
    subjectResourceId: Line(200),
    sourceModuleKey: Nullable(Line(200, 'The tool that found it, such as a scanner.')),
    sourceFingerprint: Nullable(
      Line(
        500,
        "The source's own identifier of the finding, unique with the source, its category and the reporter's unit.",
      ),
    ),
    sourceCategory: Type.Optional(
      Line(
        200,
        'The category of the scan that reports it, if the source has several categories. It is part of the source.',
      ),
    ),
    controlId: Nullable(Reference('gct')),
    ownerId: Nullable(Reference('prs')),
    openedAt: {
      ...Timestamp,
      description: 'When it was recorded, or last reopened after being resolved.',
    },
    dueAt: Nullable(Timestamp),
    acceptedUntil: Nullable({ ...Timestamp, description: 'The end of its acceptance; null if it is not accepted.' }),
    decidedSeverity: Type.Optional(
      Type.Enum([...findingSeverities], {
        description:
          'The highest severity that was known when people accepted or invalidated it. It reopens when its ' +
          'source reports a higher one.',
      }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Finding' },
)

export type Finding = Static<typeof Finding>

type Severity = Finding['severity']

/** Whether the first severity is higher than the second. */
export const isHigher = (first: Severity, second: Severity): boolean =>
  findingSeverities.indexOf(first) < findingSeverities.indexOf(second)

/** The highest of these severities. */
export const highest = (first: Severity, ...others: readonly Severity[]): Severity =>
  others.reduce((highestYet, severity) => (isHigher(severity, highestYet) ? severity : highestYet), first)

export const FindingParams = Type.Object({ findingId: Reference('gfd') })

/**
 * The moves that people make (open points "Other governance families"). Scans and the end of an acceptance also move
 * findings.
 */
export const findingFlow = {
  start: { from: ['open'], to: 'in_progress' },
  remediate: { from: ['open', 'in_progress'], to: 'remediated' },
  resolve: { from: ['remediated'], to: 'resolved' },
  accept: { from: ['open', 'in_progress', 'remediated'], to: 'accepted' },
  invalidate: { from: ['open', 'in_progress', 'remediated'], to: 'invalidated' },
  reopen: { from: ['in_progress', 'remediated', 'resolved', 'accepted', 'invalidated'], to: 'open' },
} as const satisfies Flow<Finding['status'], string>

export type FindingMove = keyof typeof findingFlow

/** The final statuses of a finding (interface section 6.3), each of which requires four eyes. */
const finalStatuses: ReadonlySet<Finding['status']> = new Set(['resolved', 'accepted', 'invalidated'])

export const isClosed = ({ status }: Pick<Finding, 'status'>): boolean => finalStatuses.has(status)

/** The decisions that keep a finding closed although its source still reports it. */
const decidedStatuses: ReadonlySet<Finding['status']> = new Set(['accepted', 'invalidated'])

export const isDecided = ({ status }: Pick<Finding, 'status'>): boolean => decidedStatuses.has(status)

const scope = 'governance.findings:read'

const { id, title, severity, status, subjectModuleKey, subjectResourceType, subjectResourceId, createdAt } =
  Finding.properties

/** A finding in events, with exactly these fields (interface section 6.1). */
export const EventFinding = Type.Object(
  { id, title, severity, status, subjectModuleKey, subjectResourceType, subjectResourceId, createdAt },
  { title: 'EventFinding' },
)

const example: Static<typeof EventFinding> = {
  id: 'gfd_01JZ8Q4D3N6V0M2K5T7W9Y1B4G',
  title: 'TLS 1.0 is offered by the payment gateway',
  severity: 'high',
  status: 'open',
  subjectModuleKey: 'assets',
  subjectResourceType: 'host',
  subjectResourceId: 'gateway-1',
  createdAt: '2026-11-20T02:04:11.318Z',
}

const findingEvent = (change: string, status: Finding['status'], description: string) =>
  event({
    type: `finding.${change}`,
    description,
    scope,
    data: Type.Object({ finding: EventFinding }),
    example: { finding: { ...example, status } },
  })

/** The events of a finding (interface section 6.3). */
export const findingEvents = {
  created: findingEvent('created', 'open', 'A finding was recorded, by people or by a source.'),
  updated: findingEvent('updated', 'in_progress', 'A finding changed: its severity, status, owner, due date or text.'),
  closed: findingEvent('closed', 'resolved', 'A finding was resolved, accepted or invalidated as a false positive.'),
  statusChanged: findingEvent('status_changed', 'in_progress', 'The status of a finding changed.'),
}

/** See the open points, "Other governance families". */
export const findings = family({
  name: 'Finding',
  label: 'finding',
  prefix: 'gfd',
  table: 'finding',
  plural: 'findings',
  record: Finding,
  columns: [
    'severity',
    'status',
    'ownerId',
    'controlId',
    'sourceModuleKey',
    'sourceFingerprint',
    'dueAt',
    'acceptedUntil',
  ],
  beside: { remediators: texts, reportedSeverity: nullable(text), hands: nullableTexts },
  // Omitted if null: findings of earlier releases have no contributors, and their audit rows do not bind any.
  content: { hands: value => value ?? undefined },
  sorts: ['title', 'severity', 'status', 'dueAt', 'owner'],
  filters: [],
  tag: 'Findings',
  scope,
  roles: [...roles],
  list: {},
  detail: { v1: '/governance/findings/{findingId}' },
  choices: [{ kind: 'finding', key: 'id' }],
  comments: true,
  searched: ['subjectResourceId', 'sourceModuleKey', 'sourceFingerprint'].map(field => `t.record::json ->> '${field}'`),
})

export const findingRecords = records(findings)
