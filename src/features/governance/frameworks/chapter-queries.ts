import { narrows, number, statement, text } from '#db/statement.ts'
import { answersAmong, clauseState } from '#src/features/governance/coverage.ts'

/** The maximum number of chapters and sections in a report. */
export const maxChapters = 500

/**
 * Counts the assessable clauses below each top-level clause and each of its children. A clause without children is no
 * chapter. A clause whose parent is withdrawn is top-level.
 */
export const countChapters = statement(
  'count_framework_chapters',
  { frameworkId: text, now: number },
  `with recursive p as materialized (
     select c.id, c.clause_key, c.place, c.applicability, c.is_assessable,
            c.record::json ->> 'parentKey' as parent_key, c.record::json ->> 'title' as title
       from clause c
      where c.organization_id = :organization and c.framework_id = :frameworkId and c.status = 'active'),
   h as materialized (select distinct parent_key from p where parent_key is not null),
   t as (
     select p.id, p.clause_key, 0 as depth, p.id as root_id, null::identifier as section_id
       from p where p.parent_key is null or p.parent_key not in (select clause_key from p)
     union all
     select p.id, p.clause_key, t.depth + 1, t.root_id, coalesce(t.section_id, p.id)
       from t join p on p.parent_key = t.clause_key),
   ${answersAmong('select id, applicability from p where is_assessable')},
   s as (select f.id, ${clauseState} as state from f left join k on k.clause_id = f.id),
   b as (
     select a.depth, case when p.clause_key in (select parent_key from h) then p.id end as id, s.state
       from s join t on t.id = s.id
      cross join lateral (values (0, t.root_id), (1, t.section_id)) a (depth, id)
       join p on p.id = a.id
      where a.depth = 0 or p.clause_key in (select parent_key from h))
   select b.id, p.clause_key, p.title, b.depth,
          (count(*) filter (where b.state <> 'not_applicable'))::int as applicable,
          (count(*) filter (where b.state = 'not_applicable'))::int as not_applicable,
          (count(*) filter (where b.state = 'proven'))::int as proven,
          (count(*) filter (where b.state = 'partly_proven'))::int as partly_proven,
          (count(*) over ())::int as total
     from b left join p on p.id = b.id
    group by b.id, p.clause_key, p.title, p.place, b.depth
    order by p.place nulls last, b.depth limit ${maxChapters}`,
  narrows<{ id: string | null; clause_key: string | null; title: string | null; depth: number }>,
)
