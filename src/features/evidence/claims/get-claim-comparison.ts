import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { jsonChanges } from '#lib/json-changes.ts'
import { Attachment } from '#src/features/evidence/attachments/attachment.ts'
import { Claim } from './claim.ts'
import { compareFiles } from './compare-files.ts'
import {
  filesToCompare,
  findDecisionTime,
  findLastAccepted,
  maxCandidates,
  maxComparedFiles,
} from './comparison-queries.ts'
import { findClaim } from './queries.ts'

/** The maximum number of differing values per snapshot. */
const maxChanges = 200
/** The maximum length of a value or a pointer in the response; a digest or a size is much shorter. */
const maxValueChars = 500

const Side = Type.Unsafe<{ checksumSha256: string; byteSize: number } | null>({
  ...Type.Object({ checksumSha256: Type.String(), byteSize: Type.Integer() }),
  type: ['object', 'null'],
})

const Value = Nullable(
  Type.String({
    description: `The value as JSON; longer ones end after ${maxValueChars} characters with an ellipsis.`,
  }),
)

const change = Type.Enum(['added', 'removed', 'changed'])

const SnapshotComparison = Type.Object(
  {
    changes: Type.Array(
      Type.Object({
        path: Type.String({
          description: `A JSON pointer (RFC 6901); longer ones end after ${maxValueChars} characters with an ellipsis.`,
        }),
        change,
        before: Value,
        after: Value,
      }),
    ),
    omitted: Type.Integer({ minimum: 0, description: `How many values differ beyond the first ${maxChanges}.` }),
  },
  { title: 'SnapshotComparison' },
)

const Comparison = Type.Object(
  {
    previous: Nullable(
      Type.Object(
        {
          id: Id('gec'),
          claimKey: Type.String(),
          title: Type.String(),
          status: Claim.properties.status,
          acceptedAt: Timestamp,
          validFrom: Timestamp,
          validUntil: Timestamp,
        },
        {
          description:
            'The claim that was accepted last for the same requirement, before this one was decided. Null if no claim was, or if the claim has no requirement.',
        },
      ),
    ),
    candidates: Type.Integer({
      description: 'The last accepted claim is the one among this many newest accepted and expired claims each.',
    }),
    fields: Type.Array(
      Type.Object({ field: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
      {
        description:
          'The fields with other values. Always different are id, status, createdAt and updatedAt; they are left out.',
      },
    ),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        change: Type.Enum(['same', 'changed', 'added', 'removed']),
        before: Side,
        after: Side,
      }),
      { description: 'The files of this claim, then those that only the previous one has.' },
    ),
    filesOmitted: Type.Boolean({
      description: `Whether one of the claims has more than ${maxComparedFiles} files, of which only the first were compared.`,
    }),
    sourceSnapshot: SnapshotComparison,
    claimSnapshot: SnapshotComparison,
  },
  { title: 'ClaimComparison' },
)

const comparedFields = [
  ...['claimKey', 'title', 'subjectModuleKey', 'subjectResourceType', 'subjectResourceId', 'subjectVersionId'],
  ...['sourceModuleKey', 'sourceResourceType', 'sourceResourceId', 'sourceVersionId'],
  ...['validFrom', 'validUntil', 'observedFrom', 'observedUntil'],
]

const readFields = (record: string): Readonly<Record<string, unknown>> => readRecord(Claim, record)

const compareFields = (before: string, after: string) => {
  const [previous, current] = [readFields(before), readFields(after)]
  const textOf = (fields: Readonly<Record<string, unknown>>, name: string) =>
    fields[name] === undefined || fields[name] === null ? null : String(fields[name])
  return comparedFields
    .map(field => ({ field, before: textOf(previous, field), after: textOf(current, field) }))
    .filter(one => one.before !== one.after)
}

/** RFC 6901. */
const pointerOf = (path: readonly (string | number)[]): string =>
  path.map(name => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const cut = (text: string): string =>
  text.length <= maxValueChars ? text : `${text.slice(0, maxValueChars).toWellFormed()}…`

const showValue = (value: unknown): string | null => (value === undefined ? null : cut(JSON.stringify(value)))

const compareSnapshots = (before: string, after: string): Static<typeof SnapshotComparison> => {
  const { changes, omitted } = jsonChanges(JSON.parse(before), JSON.parse(after), maxChanges)
  return {
    changes: changes.map(({ path, change, before, after }) => ({
      path: cut(pointerOf(path)),
      change,
      before: showValue(before),
      after: showValue(after),
    })),
    omitted,
  }
}

const nothing = { changes: [], omitted: 0 }

export const getClaimComparison = readEndpoint({
  name: 'getClaimComparison',
  summary: 'Compare a claim with the last accepted claim of its requirement',
  tag: 'Review',
  workspace: { path: '/claims/{claimId}/comparison', roles: [...roles] },
  params: Type.Object({ claimId: Reference('gec') }),
  response: Comparison,
  errors: ['not_found'],
  async run(call, { params: { claimId } }): Promise<Static<typeof Comparison>> {
    const claim = firstOrNotFound(await call.read(findClaim, { id: claimId }), 'evidence claim')
    const { evidenceRequirementId: requirementId } = readRecord(Claim, claim.record)
    const [decision] = await call.read(findDecisionTime, { claimId })
    const before = decision ? iso(decision.decided_at.getTime()) : null
    const [last] = requirementId
      ? await call.read(findLastAccepted, { requirementId, id: claimId, before, candidates: maxCandidates })
      : []
    if (!last)
      return {
        ...{ previous: null, candidates: maxCandidates, fields: [], files: [], filesOmitted: false },
        ...{ sourceSnapshot: nothing, claimSnapshot: nothing },
      }
    const { id, claimKey, title, status, validFrom, validUntil } = readRecord(Claim, last.record)
    const readFiles = async (ofClaim: string) => {
      const rows = await call.read(filesToCompare, { claimId: ofClaim, limit: maxComparedFiles + 1 })
      return rows.map(({ record }) => readRecord(Attachment, record))
    }
    const [filesBefore, filesAfter] = await Promise.all([readFiles(id), readFiles(claimId)])
    return {
      previous: { id, claimKey, title, status, acceptedAt: iso(last.decided_at.getTime()), validFrom, validUntil },
      candidates: maxCandidates,
      fields: compareFields(last.record, claim.record),
      files: compareFiles(filesBefore.slice(0, maxComparedFiles), filesAfter.slice(0, maxComparedFiles)),
      filesOmitted: Math.max(filesBefore.length, filesAfter.length) > maxComparedFiles,
      sourceSnapshot: compareSnapshots(last.source_snapshot, claim.source_snapshot),
      claimSnapshot: compareSnapshots(last.claim_snapshot, claim.claim_snapshot),
    }
  },
})
