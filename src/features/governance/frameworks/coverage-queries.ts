import { narrows, number, statement, text } from '#db/statement.ts'
import { answersAmong, clauseState, stateAmong } from '#src/features/governance/coverage.ts'

/** The number of days in a trend, including today. */
export const trendLength = 84

/** SQL: the day of `:now` in the workspace's time zone. */
const today = `(select (to_timestamp(:now / 1000.0) at time zone o.time_zone)::date
    from organization o where o.id = :organization)`

/**
 * SQL: the numbers of applicable, proven and partly proven clauses of each framework, from the table `s` of frameworks
 * and states.
 */
const countsSql = `s.framework_id, (count(*) filter (where s.state <> 'not_applicable'))::int as applicable,
  (count(*) filter (where s.state = 'proven'))::int as proven,
  (count(*) filter (where s.state = 'partly_proven'))::int as partly_proven`

/** The number of frameworks in an overview. */
export const maxFrameworks = 50

/** SQL: the active frameworks of an overview, as the CTE `w`. */
const overviewFrameworks = `w as materialized (
    select id, framework_key, record, count(*) over ()::int as total from framework
     where organization_id = :organization and status = 'active' order by framework_key limit ${maxFrameworks})`

/** SQL: the current coverage of the frameworks in `w`, as the CTE `n`; a framework without clauses has none. */
const currentCoverage = `${answersAmong(`select c.id, c.framework_id, c.applicability from w cross join lateral (
    select id, framework_id, applicability from clause
     where organization_id = :organization and framework_id = w.id and status = 'active' and is_assessable offset 0) c`)},
  s as (select k.framework_id, ${stateAmong} as state from k),
  n as (select ${countsSql} from s group by s.framework_id)`

const coverageColumns = `coalesce(n.applicable, 0) as applicable, coalesce(n.proven, 0) as proven,
          coalesce(n.partly_proven, 0) as partly_proven`

/** Selects the active frameworks of an overview with their coverage now. `total` counts those beyond the limit too. */
export const listCoverage = statement(
  'list_framework_coverage',
  { now: number },
  `with ${overviewFrameworks}, ${currentCoverage}
   select w.id, w.framework_key, w.record::json ->> 'title' as title, w.total, ${coverageColumns}
     from w left join n on n.framework_id = w.id order by w.framework_key`,
  narrows<{ title: string }>,
)

/** Records today's coverage of all active frameworks. Returns the frameworks whose row is new or changed. */
export const recordCoverage = statement(
  'record_framework_coverage',
  { now: number },
  `with w as materialized (
     select id from framework where organization_id = :organization and status = 'active'), ${currentCoverage}
   insert into framework_coverage as d (organization_id, framework_id, day, applicable, proven, partly_proven)
   select :organization, w.id, ${today}, ${coverageColumns} from w left join n on n.framework_id = w.id
       on conflict (organization_id, framework_id, day) do update
      set applicable = excluded.applicable, proven = excluded.proven, partly_proven = excluded.partly_proven
    where (d.applicable, d.proven, d.partly_proven)
       <> (excluded.applicable, excluded.proven, excluded.partly_proven)
   returning framework_id as id`,
)

/** Selects the recorded days of the frameworks of an overview, oldest first. `age` is in days. */
export const listCoverageDays = statement(
  'list_framework_coverage_days',
  { now: number },
  `with ${overviewFrameworks}
   select d.framework_id, d.day::text as day, ${today} - d.day as age, d.applicable, d.proven, d.reconstructed
     from framework_coverage d join w on w.id = d.framework_id
    where d.organization_id = :organization and d.day > ${today} - ${trendLength} and d.day <= ${today}
    order by d.framework_id, d.day`,
  narrows<{ age: number }>,
)

/** Selects active frameworks that existed before today and have no recorded day before today. */
export const findUnrecorded = statement(
  'find_frameworks_without_past_coverage',
  { now: number },
  `select w.id from framework w
    where w.organization_id = :organization and w.status = 'active'
      and not exists (select from framework_coverage d
                       where d.organization_id = :organization and d.framework_id = w.id and d.day < ${today})
      and ((w.record::json ->> 'createdAt')::timestamptz at time zone
             (select o.time_zone from organization o where o.id = :organization))::date < ${today}
    order by w.id limit 10`,
)

/** SQL: whether the record of `alias` existed at the end of the day. */
const existed = (alias: string, field = 'createdAt'): string =>
  `(${alias}.record::json ->> '${field}')::timestamptz <= e.at`

/**
 * Computes the past days of a framework. For each day, uses those of its current links, controls and requirements that
 * existed then, and the proof that was accepted and valid at the end of the day.
 */
export const reconstructCoverage = statement(
  'reconstruct_framework_coverage',
  { frameworkId: text, now: number },
  `with e as materialized (
     select g.day::date as day, ((g.day + interval '1 day') at time zone o.time_zone) as at
       from organization o
       join framework w on w.organization_id = o.id and w.id = :frameworkId
      cross join lateral generate_series(
        greatest(${today} - ${trendLength - 1},
                 ((w.record::json ->> 'createdAt')::timestamptz at time zone o.time_zone)::date)::timestamp,
        (${today} - 1)::timestamp, interval '1 day') g (day)
      where o.id = :organization),
   f as materialized (
     select e.day, e.at, c.id, c.applicability from e join clause c
         on c.organization_id = :organization and c.framework_id = :frameworkId and c.status = 'active'
        and c.is_assessable and ${existed('c')}),
   x as materialized (
     select e.day, o.id, count(r.id)::int as requirements, (count(r.id) filter (where p.is_fresh))::int as fresh
       from e join control o on o.organization_id = :organization and o.status = 'active' and ${existed('o')}
        and o.id in (select m.control_id from clause_control m
                      where m.organization_id = :organization and m.clause_id in (select id from f))
       left join control_requirement l on l.organization_id = :organization and l.control_id = o.id
        and ${existed('l', 'addedAt')}
       left join evidence_requirement r on r.organization_id = :organization and r.id = l.requirement_id
        and r.status = 'active' and ${existed('r')}
      cross join lateral (select exists (
        select from evidence_claim c join review_decision v on v.organization_id = :organization and v.claim_id = c.id
         where c.organization_id = :organization and c.evidence_requirement_id = r.id and c.valid_until > e.at
           and v.decision = 'accepted' and v.decided_at <= e.at) as is_fresh) p
      group by e.day, o.id),
   k as (
     select f.day, f.id as clause_id, count(x.id)::int as controls, coalesce(bool_or(m.extent = 'full'), false) as whole,
            coalesce(sum(x.requirements), 0)::int as requirements, coalesce(sum(x.fresh), 0)::int as fresh,
            (count(*) filter (where x.requirements > 0 and x.fresh = x.requirements))::int as proven
       from f join clause_control m on m.organization_id = :organization and m.clause_id = f.id
        and (m.record::json ->> 'addedAt')::timestamptz <= f.at
       join x on x.day = f.day and x.id = m.control_id
      group by f.day, f.id),
   s as (
     select :frameworkId::text as framework_id, f.day, ${clauseState} as state
       from f left join k on k.day = f.day and k.clause_id = f.id)
   insert into framework_coverage (organization_id, framework_id, day, applicable, proven, partly_proven, reconstructed)
   select :organization, :frameworkId, e.day, coalesce(n.applicable, 0), coalesce(n.proven, 0),
          coalesce(n.partly_proven, 0), true
     from e left join (select s.day, ${countsSql} from s group by s.framework_id, s.day) n on n.day = e.day
       on conflict do nothing returning framework_id as id`,
)

export const organizationsWithActiveFrameworks = statement(
  'organizations_with_active_frameworks',
  {},
  'select * from organizations_with_active_frameworks() as id',
)
