import { type Static, Type } from 'typebox'
import { invalid } from '#api/errors.ts'
import type { ProofScope } from '#api/exportable.ts'
import { Reference } from '#api/schema.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'

const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

const kinds = ['requirement', 'package', 'period', 'everything', 'asOf'] as const

const named = {
  requirementId: Type.Optional(Reference('ger', 'subreq')),
  packageId: Type.Optional(Reference('subpkg')),
  from: Moment('The beginning of a period.'),
  to: Moment('The end of a period, which is not in it; not in the future.'),
  at: Moment(
    'The moment; what was logged in this millisecond counts, what was logged later does not. Not in the future.',
  ),
}

/** What a bundle that is asked for is about. */
export const ExportScope = Type.Object(
  { kind: Type.Enum([...kinds]), ...named },
  {
    additionalProperties: false,
    title: 'EvidenceExportScope',
    description:
      'requirement, with requirementId: a requirement of either kind with all that belongs to it. package, with packageId: a filing and the claims in it. period, with from and to: claims made or decided in it, and packages of which something was recorded in it. everything. asOf, with at: claims and packages as they stood at a moment, with what was attached, decided and recorded until then, and the requirements that have not changed since; rows of the audit trail that were logged later prove nothing and are not shown.',
  },
)

/** What a bundle is about: what was asked for, or what a room shows. */
export const ExportedScope = Type.Object(
  {
    kind: Type.Enum([...kinds, 'room']),
    ...named,
    roomId: Type.Optional(Reference('rom')),
    assessmentId: Type.Optional(Reference('gas')),
    scopeDigest: Type.Optional(Type.String({ description: 'Of the room when its bundle was asked for.' })),
  },
  {
    additionalProperties: false,
    title: 'ExportedScope',
    description:
      'What was asked for; or room, with roomId, assessmentId and scopeDigest: what was prepared for the guests of a room, which has the claims that the room froze and their files, as far as they are still what was frozen.',
  },
)

type Asked = Static<typeof ExportScope>
type Kind = Asked['kind']

/** The scope of a bundle that was asked for. */
export type AskedScope = Exclude<ProofScope, { kind: 'room' }>

/** The fields that each kind takes, and needs. */
const fieldsOf = Object.freeze({
  requirement: ['requirementId'],
  package: ['packageId'],
  period: ['from', 'to'],
  everything: [],
  asOf: ['at'],
}) satisfies Readonly<Record<Kind, readonly (keyof Asked)[]>>

const momentOf = (field: 'from' | 'to' | 'at', text: string | undefined, now: number): number => {
  const at = parseTimestamp(text ?? '')
  if (at === undefined) throw invalid(['scope', field], 'is not a timestamp')
  if (at > now) throw invalid(['scope', field], 'is in the future')
  return at
}

const periodOf = ({ from, to }: Asked, now: number): AskedScope => {
  const [begins, ends] = [momentOf('from', from, now), momentOf('to', to, now)]
  if (ends <= begins) throw invalid(['scope', 'to'], 'must be later than from')
  return { kind: 'period', from: iso(begins), to: iso(ends) }
}

/** The scope that was asked for. Throws a 400 where it lacks a field of its kind, or has another. */
export const readScope = (asked: Asked, now: number): AskedScope => {
  const { kind, requirementId, packageId } = asked
  const wanted: readonly string[] = fieldsOf[kind]
  for (const name of Object.keys(asked))
    if (name !== 'kind' && !wanted.includes(name)) throw invalid(['scope', name], `is not part of the kind ${kind}`)
  for (const name of wanted) if (!(name in asked)) throw invalid(['scope', name], `is required for the kind ${kind}`)
  if (kind === 'period') return periodOf(asked, now)
  if (kind === 'asOf') return { kind, at: iso(momentOf('at', asked.at, now)) }
  if (requirementId !== undefined) return { kind: 'requirement', requirementId }
  if (packageId !== undefined) return { kind: 'package', packageId }
  return { kind: 'everything' }
}
