import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'

/** The extent to which a control answers a clause. */
export const AnswerExtent = Type.Object({
  extent: Type.Enum(['full', 'partial']),
  note: Nullable(Type.String({ minLength: 1, maxLength: 2000 })),
})

export type AnswerExtent = Static<typeof AnswerExtent>

export const Linked = { addedAt: Timestamp, addedBy: Type.String() }

/** Renders the stored JSON of a link, which excludes the ids of its ends. */
export const linkRecord = <Fields extends object>(
  { now, actor }: Pick<Change, 'now' | 'actor'>,
  fields: Fields,
): string => JSON.stringify({ ...fields, addedAt: iso(now), addedBy: actor.id })

/** Audit rows name a requirement of a control by both ids, `gct_…/ger_…`. */
export const boundRequirements = bound({
  table: 'control_requirement',
  prefix: 'gct',
  key: ['control_id', 'requirement_id'],
})

/** Audit rows name a control of a clause by both ids, `gfc_…/gct_…`. */
export const boundAnswers = bound({
  table: 'clause_control',
  prefix: 'gfc',
  key: ['clause_id', 'control_id'],
  repeats: fieldsOf('extent'),
})
