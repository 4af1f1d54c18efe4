import { forItsValues, narrows, type RowOf, statement, text, texts } from '#db/statement.ts'

/** The maximum number of people who can name the same deputy. */
export const maxPrincipals = 10

/** SQL: the date of `:nowTime` in the time zone of the workspace. */
const today = `(:nowTime::timestamptz at time zone (select o.time_zone from organization o where o.id = :organization))::date`

/** SQL: whether the person of the row `d` of `deputy` is absent on the day of `:nowTime`. */
export const isAbsentSql = `coalesce(${today} between d.absent_from and d.absent_until, false)`

/**
 * Finds the people for whom the person currently acts as deputy: those who are absent, and those who always share their
 * work. Excludes people who can no longer sign in, because others already get their unfinished work. A deputy's own
 * deputy gets nothing.
 */
export const findPrincipals = statement(
  'find_principals_of_deputy',
  { person: text, nowTime: text },
  `select d.person_id as id, p.record::json ->> 'name' as name, p.role
     from deputy d join person p on p.organization_id = d.organization_id and p.id = d.person_id
    where d.organization_id = :organization and d.deputy_id = :person and not p.disabled
      and (d.always or ${isAbsentSql})
    order by d.person_id limit ${maxPrincipals}`,
  narrows<{ name: string }>,
)

/** A person for whom a deputy acts. */
export type Principal = RowOf<typeof findPrincipals>

/** Finds the same people for several deputies. */
export const listPrincipals = forItsValues(
  statement(
    'list_principals_of_deputies',
    { people: texts, nowTime: text },
    `select d.deputy_id, d.person_id as id, p.role
     from deputy d join person p on p.organization_id = d.organization_id and p.id = d.person_id
    where d.organization_id = :organization and d.deputy_id = any(:people) and not p.disabled
      and (d.always or ${isAbsentSql})
    order by d.deputy_id, d.person_id`,
  ),
)
