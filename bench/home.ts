import { type Benchmark, type Figure, figure } from './benchmark.ts'
import { startLoad } from './load.ts'
import { cpuTimes } from './processes.ts'
import { scaled } from './scale.ts'
import { runAll } from './seed.ts'
import { signIn, startServer } from './server.ts'

const rounds = scaled(7, 1)
const requests = scaled(20, 2)
const limit = { atMost: 10, unit: 'ms' }
const claims = scaled(1_000_000, 1000)
const parts = ['evidence', 'submissions', 'webhooks', 'security']

/** A million claims of the last 30 days, nine tenths of them decided: ids in the order of time, up to now. */
const seed = [
  'set session_replication_role = replica',
  `create temp table made as
     select i, now() - (${claims} - i) * interval '2592 ms' as at, lpad(i::text, 16, '0') as rest,
            (array['accepted', 'rejected', 'accepted', 'accepted', 'accepted', 'rejected', 'accepted', 'rejected', 'accepted',
              'submitted'])[i % 10 + 1] as status
       from generate_series(1, ${claims}) i`,
  `insert into evidence_claim (organization_id, id, claim_key, status, valid_until, created_by, record, source_snapshot, claim_snapshot)
     select o.id, identifier_floor('gec', at) || rest, 'claim-' || i, status, at + interval '1 year', 'sva_bench', repeat('x', 600), '{}', '{}'
       from made, (select id from organization where slug = 'bench') o`,
  `insert into review_decision (organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at)
     select o.id, identifier_floor('rvd', at) || rest, identifier_floor('gec', at) || rest, 'prs_bench', status, 'x', repeat('0', 64), at
       from made, (select id from organization where slug = 'bench') o where status <> 'submitted'`,
  'vacuum (analyze) evidence_claim, review_decision',
  'checkpoint',
]

/** What each part of the home page takes in a workspace of a million claims, once it was looked at. */
export const home: Benchmark = {
  name: 'home',
  async run() {
    await using server = await startServer()
    await runAll(server, seed)
    await using load = await startLoad()
    const { port, pid } = server
    const cookie = await signIn(server)
    const visit = async (part: string, requests: number) => {
      const head = `GET /api/workspace/overview/${part} HTTP/1.1`
      const request = `${head}\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`
      const before = await cpuTimes(pid)
      const { medianMs } = await load.rate({ port, connections: 1, for: { requests }, request })
      const after = await cpuTimes(pid)
      const cpu = after.own + after.below - before.own - before.below
      return { medianMs, cpuMs: (cpu * 1000) / requests }
    }
    const measure = async (part: string): Promise<Figure> => {
      const first = await visit(part, 1)
      const samples: number[] = []
      const cpu: string[] = []
      for (let round = 0; round < rounds; round++) {
        const { medianMs, cpuMs } = await visit(part, requests)
        samples.push(medianMs)
        cpu.push(cpuMs.toFixed(1))
      }
      const detail = `the first visit took ${first.medianMs.toFixed(1)} ms; CPU of a visit in ms ${cpu.join(' ')}`
      return figure({ what: `home at 1,000,000 claims, ${part}`, samples, ...limit, detail })
    }
    const figures: Figure[] = []
    for (const part of parts) figures.push(await measure(part))
    return figures
  },
}
