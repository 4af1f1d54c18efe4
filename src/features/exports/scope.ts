import { type Static, Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { inFuture, mustBeAfterFrom, notOfKind, notTimestamp } from '#http/sentences.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { ProofScope } from '#shared/exportable.ts'

const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

const kinds = ['requirement', 'package', 'period', 'everything', 'asOf'] as const

const named = {
  requirementId: Type.Optional(Reference('ger', 'subreq')),
  packageId: Type.Optional(Reference('subpkg')),
  from: Moment('The beginning of a period.'),
  to: Moment('The exclusive end of a period; not in the future.'),
  at: Moment('The time, inclusive to the millisecond; not in the future.'),
}

/** The scope of a requested bundle. */
export const ExportScope = Type.Object(
  { kind: Type.Enum([...kinds]), ...named },
  {
    additionalProperties: false,
    title: 'EvidenceExportScope',
    description:
      'requirement, with requirementId: a requirement of either kind with everything that belongs to it. package, with packageId: a filing and its claims. period, with from and to: claims created or decided in the period, and packages with events recorded in it. everything. asOf, with at: claims and packages as of a time, with the attachments, decisions and events up to then, and the requirements that have not changed since; later rows of the audit trail prove nothing and are not shown.',
  },
)

/** The scope of a bundle: the requested one, or that of a room. */
export const ExportedScope = Type.Object(
  {
    kind: Type.Enum([...kinds, 'room']),
    ...named,
    roomId: Type.Optional(Reference('rom')),
    assessmentId: Type.Optional(Reference('gas')),
    scopeDigest: Type.Optional(Type.String({ description: 'The scope digest of the room when its bundle was requested.' })),
  },
  {
    additionalProperties: false,
    title: 'ExportedScope',
    description:
      'The requested scope; or room, with roomId, assessmentId and scopeDigest: a bundle for the guests of a room, with the claims that the room froze and their files, if they have not changed since.',
  },
)

type Asked = Static<typeof ExportScope>
type Kind = Asked['kind']

/** A requested scope after it was read. */
export type ScopeInput = Exclude<ProofScope, { kind: 'room' }>

/** The fields that each kind requires and allows. */
const fieldsOf = Object.freeze({
  requirement: ['requirementId'],
  package: ['packageId'],
  period: ['from', 'to'],
  everything: [],
  asOf: ['at'],
}) satisfies Readonly<Record<Kind, readonly (keyof Asked)[]>>

const momentOf = (field: 'from' | 'to' | 'at', text: string | undefined, now: number): number => {
  const at = parseTimestamp(text ?? '')
  if (at === undefined) throw invalid(['scope', field], notTimestamp)
  if (at > now) throw invalid(['scope', field], inFuture)
  return at
}

const periodOf = ({ from, to }: Asked, now: number): ScopeInput => {
  const [begins, ends] = [momentOf('from', from, now), momentOf('to', to, now)]
  if (ends <= begins) throw invalid(['scope', 'to'], mustBeAfterFrom)
  return { kind: 'period', from: iso(begins), to: iso(ends) }
}

/** Reads the requested scope. Throws a 400 if a field of its kind is missing or a field of another kind is present. */
export const readScope = (asked: Asked, now: number): ScopeInput => {
  const { kind, requirementId, packageId } = asked
  const wanted: readonly string[] = fieldsOf[kind]
  for (const name of Object.keys(asked))
    if (name !== 'kind' && !wanted.includes(name)) throw invalid(['scope', name], notOfKind(kind))
  for (const name of wanted)
    if (!(name in asked))
      throw invalid(['scope', name], sentence`field.required_of_kind: is required for the kind ${{ kind }}`)
  if (kind === 'period') return periodOf(asked, now)
  if (kind === 'asOf') return { kind, at: iso(momentOf('at', asked.at, now)) }
  if (requirementId !== undefined) return { kind: 'requirement', requirementId }
  if (packageId !== undefined) return { kind: 'package', packageId }
  return { kind: 'everything' }
}
