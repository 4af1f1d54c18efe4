import { type Static, Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { inFuture, mustBeAfterFrom, notOfKind, notTimestamp } from '#http/sentences.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { ProofScope } from '#shared/exportable.ts'

const TimestampField = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

const kinds = ['requirement', 'package', 'period', 'everything', 'asOf'] as const

const scopeFields = {
  requirementId: Type.Optional(Reference('ger', 'subreq')),
  packageId: Type.Optional(Reference('subpkg')),
  from: TimestampField('The beginning of a period.'),
  to: TimestampField('The exclusive end of a period; not in the future.'),
  at: TimestampField('The time, inclusive to the millisecond; not in the future.'),
}

/** The scope of a requested bundle. */
export const ExportScope = Type.Object(
  { kind: Type.Enum([...kinds]), ...scopeFields },
  {
    additionalProperties: false,
    title: 'EvidenceExportScope',
    description:
      'requirement, with requirementId: a requirement of either kind with everything that belongs to it. package, with packageId: a filing and its claims. period, with from and to: claims created or decided in the period, and packages with events recorded in it. everything. asOf, with at: claims and packages as of a time, with the attachments, decisions and events up to then, and the requirements that have not changed since; later rows of the audit trail prove nothing and are not shown.',
  },
)

/** The scope of a bundle: as requested, or of a room. */
export const ExportedScope = Type.Object(
  {
    kind: Type.Enum([...kinds, 'room']),
    ...scopeFields,
    roomId: Type.Optional(Reference('rom')),
    assessmentId: Type.Optional(Reference('gas')),
    scopeDigest: Type.Optional(
      Type.String({ description: 'The scope digest of the room when its bundle was requested.' }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ExportedScope',
    description:
      'The requested scope; or room, with roomId, assessmentId and scopeDigest: a bundle for the guests of a room, with the claims that the room froze and their files, if they have not changed since.',
  },
)

type RequestedScope = Static<typeof ExportScope>
type Kind = RequestedScope['kind']

/** A validated scope of a request. */
export type ScopeInput = Exclude<ProofScope, { kind: 'room' }>

/** The fields that each kind requires and allows. */
const fieldsOf = Object.freeze({
  requirement: ['requirementId'],
  package: ['packageId'],
  period: ['from', 'to'],
  everything: [],
  asOf: ['at'],
}) satisfies Readonly<Record<Kind, readonly (keyof RequestedScope)[]>>

const readTime = (field: 'from' | 'to' | 'at', text: string | undefined, now: number): number => {
  const time = parseTimestamp(text ?? '')
  if (time === undefined) throw invalid(['scope', field], notTimestamp)
  if (time > now) throw invalid(['scope', field], inFuture)
  return time
}

const readPeriod = ({ from, to }: RequestedScope, now: number): ScopeInput => {
  const [start, end] = [readTime('from', from, now), readTime('to', to, now)]
  if (end <= start) throw invalid(['scope', 'to'], mustBeAfterFrom)
  return { kind: 'period', from: iso(start), to: iso(end) }
}

/** Reads the requested scope. Throws a 400 if a field of its kind is missing or a field of another kind is present. */
export const readScope = (request: RequestedScope, now: number): ScopeInput => {
  const { kind, requirementId, packageId } = request
  const required: readonly string[] = fieldsOf[kind]
  for (const name of Object.keys(request))
    if (name !== 'kind' && !required.includes(name)) throw invalid(['scope', name], notOfKind(kind))
  for (const name of required)
    if (!(name in request))
      throw invalid(['scope', name], sentence`field.required_of_kind: is required for the kind ${{ kind }}`)
  if (kind === 'period') return readPeriod(request, now)
  if (kind === 'asOf') return { kind, at: iso(readTime('at', request.at, now)) }
  if (requirementId !== undefined) return { kind: 'requirement', requirementId }
  if (packageId !== undefined) return { kind: 'package', packageId }
  return { kind: 'everything' }
}
