import { type Static, Type } from 'typebox'
import { flag, narrows, nullable, statement, text } from '#db/statement.ts'
import type { Call, Provided } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Id, Nullable, Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { CalendarDate } from '#shared/calendar-date.ts'
import { isAbsentSql } from '#shared/deputies.ts'
import { countUncovered } from '#shared/uncovered-work.ts'
import { workKinds } from '#shared/work-source.ts'

/** The input of people for themselves, and of administrators for others. */
export const DeputyInput = {
  deputyId: Nullable(Reference('prs')),
  always: Type.Boolean({ description: 'Whether the deputy always gets the work, not only during the absence.' }),
  absentFrom: Nullable({
    ...CalendarDate,
    description: 'The first day of the absence, in the time zone of the workspace.',
  }),
  absentUntil: Nullable({ ...CalendarDate, description: 'The last day of the absence.' }),
}

const Named = Type.Object({ id: Id('prs'), name: Type.String() })

/** A person's deputy and absence. */
export const Deputy = Type.Object(
  {
    personId: Id('prs'),
    deputy: Type.Union([
      Type.Object({
        ...Named.properties,
        status: Type.Enum(['active', 'disabled'], { description: 'disabled: the deputy can no longer sign in.' }),
        absentUntil: Nullable({
          ...CalendarDate,
          description: 'Set if the deputy is absent now; the work does not go on to their own deputy.',
        }),
      }),
      Type.Null(),
    ]),
    always: DeputyInput.always,
    absentFrom: DeputyInput.absentFrom,
    absentUntil: DeputyInput.absentUntil,
    isAbsent: Type.Boolean({ description: 'Whether today is within the absence.' }),
    uncovered: Type.Unsafe<readonly { kind: (typeof workKinds)[number]; count: number; more: boolean }[] | null>({
      ...Type.Array(
        Type.Object({
          kind: Type.Enum([...workKinds]),
          count: Type.Integer({ minimum: 0 }),
          more: Type.Boolean({ description: 'Whether the search stopped at its limit, so that more may exist.' }),
        }),
      ),
      type: ['array', 'null'],
      description:
        'The work that waits for the person and that the deputy cannot do; all of it without a deputy. Null unless requested by the person or an administrator.',
    }),
    deputyFor: Type.Array(Named, {
      description: 'The people who named this person as their deputy, if the caller is the person or an administrator.',
    }),
  },
  { title: 'Deputy' },
)

export type Deputy = Static<typeof Deputy>

const dateText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`

export const findDeputy = statement(
  'find_deputy_of_person',
  { personId: text, nowTime: text },
  `select p.id, p.role, p.unit_ids, d.deputy_id, coalesce(d.always, false) as always,
          ${dateText('d.absent_from')} as absent_from, ${dateText('d.absent_until')} as absent_until,
          ${isAbsentSql} as is_absent,
          o.record::json ->> 'name' as deputy_name, o.disabled as deputy_disabled, o.role as deputy_role,
          o.unit_ids as deputy_units,
          (select ${dateText('d.absent_until')} from deputy d
            where d.organization_id = :organization and d.person_id = o.id and ${isAbsentSql}) as deputy_absent_until
     from person p
     left join deputy d on d.organization_id = p.organization_id and d.person_id = p.id
     left join person o on o.organization_id = d.organization_id and o.id = d.deputy_id
    where p.organization_id = :organization and p.id = :personId`,
)

const findPeopleOfDeputy = statement(
  'find_people_of_deputy',
  { deputyId: text },
  `select d.person_id as id, p.record::json ->> 'name' as name from deputy d
     join person p on p.organization_id = d.organization_id and p.id = d.person_id
    where d.organization_id = :organization and d.deputy_id = :deputyId and not p.disabled order by d.person_id`,
  narrows<{ name: string }>,
)

export const lockDeputy = statement(
  'lock_deputy',
  { deputyId: text },
  `select pg_advisory_xact_lock(hashtextextended('deputy ' || :deputyId::text, 0))`,
)

export const findDeputyCandidate = statement(
  'find_deputy_candidate',
  { deputyId: text, personId: text },
  `select p.record::json ->> 'name' as name, p.disabled,
          (select count(*)::int from deputy d where d.organization_id = :organization and d.deputy_id = p.id
              and d.person_id <> :personId) as principals
     from person p where p.organization_id = :organization and p.id = :deputyId`,
  narrows<{ name: string }>,
)

export const setDeputyOf = statement(
  'set_deputy_of_person',
  {
    personId: text,
    deputyId: nullable(text),
    always: flag,
    absentFrom: nullable(text),
    absentUntil: nullable(text),
  },
  `insert into deputy (organization_id, person_id, deputy_id, always, absent_from, absent_until)
   values (:organization, :personId, :deputyId, :always, :absentFrom::date, :absentUntil::date)
   on conflict (organization_id, person_id) do update set deputy_id = excluded.deputy_id, always = excluded.always,
     absent_from = excluded.absent_from, absent_until = excluded.absent_until`,
)

/** Reads the deputy and the absence of a person, with what only they and administrators may know. */
export const readDeputy = async (
  call: Pick<Call, 'read' | 'actor' | 'now' | 'db' | 'organizationId'> & Provided<'workSources'>,
  personId: string,
  withUncovered = false,
): Promise<Deputy> => {
  const { read, actor, now, organizationId } = call
  const row = firstOrNotFound(await read(findDeputy, { personId, nowTime: iso(now) }), 'person')
  const { deputy_id: deputyId, deputy_role: deputyRole, deputy_disabled: isDisabled } = row
  const maySeeWork = actor.id === personId || actor.role === 'admin'
  const person = { id: row.id, role: row.role, bounds: { organizationId, units: row.unit_ids } }
  const deputy =
    deputyId && deputyRole && !isDisabled
      ? { id: deputyId, role: deputyRole, bounds: { organizationId, units: row.deputy_units } }
      : undefined
  return {
    personId: row.id,
    deputy: deputyId
      ? {
          id: deputyId,
          name: row.deputy_name ?? deputyId,
          status: isDisabled ? 'disabled' : 'active',
          absentUntil: row.deputy_absent_until,
        }
      : null,
    always: row.always,
    absentFrom: row.absent_from,
    absentUntil: row.absent_until,
    isAbsent: row.is_absent,
    uncovered: withUncovered && maySeeWork ? await countUncovered(call, person, deputy, now) : null,
    deputyFor: maySeeWork ? await read(findPeopleOfDeputy, { deputyId: personId }) : [],
  }
}
