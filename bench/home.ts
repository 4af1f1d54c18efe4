import { type Benchmark, type Figure, figure } from './benchmark.ts'
import { type Sample, totalCpu } from './cpu.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { changedRecordSql, runAll } from './seed.ts'
import { signIn } from './server.ts'
import { cpuAlone, measureAlone, openRig, type Rig, type Stand, type Work } from './work.ts'

const requests = scaled(20, 2)
/** Half of 11.2 ms, the time of commit c841db03 on machine X at a load of 10. */
const pageGoal = { atMost: 5.6, unit: 'ms' }
const claims = scaled(1_000_000, 1000)
const parts = ['work', 'coverage', 'operations', 'webhooks']

/** A million claims of the last 30 days, nine tenths of them decided. Their ids sort chronologically. */
const seed = [
  'set session_replication_role = replica',
  `create temp table made as
     select *, ${changedRecordSql} as record from (
       select i, at, at as changed, rest, identifier_floor('gec', at) || rest as id, null::text as requirement,
              (array['accepted', 'rejected', 'accepted', 'accepted', 'accepted', 'accepted', 'rejected', 'accepted', 'accepted',
                'submitted'])[i % 10 + 1] as status
         from (select i, lpad(i::text, 16, '0') as rest, now() - (${claims} - i) * interval '2592 ms' as at
                 from generate_series(1, ${claims}) i) timed) numbered`,
  `insert into evidence_claim (organization_id, id, claim_key, status, valid_until, created_by, record, source_snapshot, claim_snapshot)
     select o.id, made.id, 'nightly-backup-' || i, status, at + interval '1 year', 'sva_bench', record, '{}', '{}'
       from made, (select id from organization where slug = 'bench') o`,
  `insert into review_decision (organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at)
     select o.id, identifier_floor('rvd', at) || rest, made.id, 'prs_bench', status, 'x', repeat('0', 64), at
       from made, (select id from organization where slug = 'bench') o where status <> 'submitted'`,
  'vacuum (analyze) evidence_claim, review_decision',
  'checkpoint',
]

const stand: Stand = { fill: ({ server }) => runAll(server, seed) }

const visitPart = ({ server: { port }, load }: Rig, cookie: string, part: string, count: number) => {
  const request = requestText({ path: `/api/workspace/overview/${part}`, headers: { cookie } })
  return async () => {
    const { operations, medianMs } = await load.rate({ port, connections: 1, for: { requests: count }, request })
    return { operations, perSecond: 1000 / medianMs }
  }
}

const partWork = (part: string): Work => ({
  name: `home-${part}`,
  label: `home at 1,000,000 claims, ${part}, median`,
  operations: 'visits',
  rounds: 7,
  stand,
  prepare: async rig => ({ round: visitPart(rig, await signIn(rig.server), part, requests) }),
})

export const homeWorks = parts.map(partWork)

/**
 * The slowest part of the first visit after the server has started, in milliseconds, in a workspace that was
 * visited before, so that the counts of past days are stored.
 */
const firstVisit = async (rig: Rig): Promise<Figure> => {
  const earlierCookie = await signIn(rig.server)
  for (const part of parts) await visitPart(rig, earlierCookie, part, 1)()
  await rig.server.restart?.()
  const cookie = await signIn(rig.server)
  const times: number[] = []
  for (const part of parts) times.push(1000 / (await visitPart(rig, cookie, part, 1)()).perSecond)
  return figure({
    label: 'first visit of home after a start, its slowest part',
    samples: [Math.max(...times)],
    atMost: 50,
    unit: 'ms',
    detail: parts.map((part, i) => `${part} ${times[i]?.toFixed(1)} ms`).join(', '),
  })
}

/** The time of each part of the home page in a workspace of a million claims: on the first visit, and afterwards. */
export const home: Benchmark = {
  name: 'home',
  async run() {
    await using rig = await openRig(stand)
    const figures = [await firstVisit(rig)]
    const allSamples: Sample[][] = []
    for (const work of homeWorks) {
      const measured = await measureAlone(work, rig)
      const samples = measured.map(({ perSecond }) => 1000 / perSecond)
      figures.push(figure({ label: work.label, samples, atMost: 2, unit: 'ms', detail: cpuAlone('visits', measured) }))
      allSamples.push(measured)
    }
    const pages = (allSamples[0] ?? []).map((_, round) =>
      allSamples.reduce((sum, samples) => sum + (samples[round] ? totalCpu(samples[round]) : Number.NaN) / 1000, 0),
    )
    return [...figures, figure({ label: 'CPU of the page data of home, all parts', samples: pages, ...pageGoal })]
  },
}
