import { install } from '#db/database.ts'
import { number, statement, text } from '#db/statement.ts'
import { day, iso } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import type { ProblemSource } from '#shared/problem-source.ts'

/** A job is in trouble after this many failed runs in a row. */
const minFailures = 3

const listTroubled = statement(
  'list_jobs_in_trouble',
  { minFailures: number, after: text, now: text },
  `select j.name as id, (extract(epoch from coalesce(
            (select r.finished_at from job_run r where r.job = j.name and r.outcome = 'succeeded' order by r.id desc limit 1),
            (select r.started_at from job_run r where r.job = j.name order by r.id limit 1))) * 1000)::bigint as since
     from job j where j.failures >= :minFailures
   union all
   select j.name, (extract(epoch from j.started_at) * 1000)::bigint
     from job j where j.failures < :minFailures and j.lease_until > :now::timestamptz and exists (
       select from security_event e where e.organization_id = :organization and e.type = 'jobStuck' and e.id > :after
          and e.record::json -> 'context' ->> 'runId' = j.run_id)`,
)

export const jobProblems: readonly ProblemSource[] = [
  {
    kind: 'job_trouble',
    ofInstall: true,
    read: async ({ db }, _organizationId, now) => {
      const values = { minFailures, after: idFloor('sev', now - 7 * day), now: iso(now) }
      return (await db.read(install, listTroubled, values)).flatMap(({ id, since }) =>
        id === null || since === null ? [] : [{ id, since }],
      )
    },
  },
]
