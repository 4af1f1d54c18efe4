import { iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import type { Benchmark, Figure } from './benchmark.ts'
import { p99Figure } from './comparison.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { changedRecordSql, runAll } from './seed.ts'
import { type Server, signIn } from './server.ts'
import { oneByOne, openRig, type Stand, type Work } from './work.ts'

const claims = scaled(1_000_000, 2000)
const requests = scaled(300, 5)

const path = '/api/workspace/as-of/claims'

const organization = `(select id from organization where slug = 'bench')`
const digestSql = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

// The content digest of each claim. An audit row has it in addition to the digests of the record.
const content = canonicalDigest({
  claimSnapshot: {},
  createdBy: 'sva_bench',
  makers: [],
  reviewerId: null,
  sourceSnapshot: {},
})

/**
 * An SQL expression for an audit row of a claim: JSON without spaces, byte-identical to the program's output. `before`
 * and `after` are SQL.
 */
const auditRowSql = (
  action: string,
  before: string,
  after: string,
) => `replace(replace(json_build_object('id', identifier_floor('aud', changed) || rest,
  'action', '${action}', 'outcome', 'done', 'actorKind', 'person', 'actorId', 'prs_bench', 'resourceId', id, 'reason', 'Nightly run',
  'beforeDigest', ${before}, 'afterDigest', ${after}, 'contentDigest', '${content}', 'detail', null, 'requestId', 'req_bench',
  'createdAt', to_char(changed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, '" : ', '":'), ', "', ',"')`

const insertRowSql = (action: string, before: string, after: string) =>
  `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
     select ${organization}, identifier_floor('aud', changed) || rest, '${action}', 'prs_bench', id, ${auditRowSql(action, before, after)}
       from made`

/**
 * A million claims, spread over the last 30 days. Each except the last was decided a second after its creation. Their
 * ids sort chronologically.
 */
const seedSql = [
  'set session_replication_role = replica',
  'update ledger_cursor set stopped_at = now()',
  `create temp table made as
     select *, ${changedRecordSql} as record from (select *, at + interval '1 second' as changed from (
       select i, date_trunc('milliseconds', now()) - (${claims} - i + 1) * interval '2592 ms' as at, lpad(i::text, 16, '0') as rest, null::text as requirement,
              (array['accepted', 'rejected', 'accepted'])[i % 3 + 1] as status,
              identifier_floor('gec', date_trunc('milliseconds', now()) - (${claims} - i + 1) * interval '2592 ms') || lpad(i::text, 16, '0') as id
         from generate_series(1, ${claims}) i) numbered) timed`,
  `insert into evidence_claim (organization_id, id, claim_key, status, valid_until, created_by, record, source_snapshot, claim_snapshot)
     select ${organization}, id, 'nightly-backup-' || i, status, at + interval '365 days', 'sva_bench', record, '{}', '{}' from made`,
  `insert into review_decision (organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at)
     select ${organization}, identifier_floor('rvd', changed) || rest, id, 'prs_bench', status, 'Nightly run', repeat('0', 64), changed from made`,
  insertRowSql('evidence.claim.approve', digestSql('id'), digestSql('record')),
  'update made set changed = at',
  insertRowSql('evidence.claim.create', 'null', digestSql('id')),
  'vacuum (analyze) evidence_claim, review_decision, audit_event',
  'checkpoint',
]

/** Throws unless the audit trail proves nearly all claims of a page. */
const requireProofs = async ({ url }: Server, cookie: string, at: string): Promise<void> => {
  const response = await fetch(`${url}${path}?at=${at}`, { headers: { cookie } })
  const { claims } = JSON.parse(await response.text())
  const provenClaims = claims.filter(({ proof }: { proof: { state: string } }) => proof.state === 'proved')
  if (provenClaims.length < 49) throw new Error(`${provenClaims.length} of ${claims.length} claims are proven`)
}

const queries = {
  'as-of': ['the last page', {}, 100],
  'as-of-accepted': ['those that were accepted', { status: 'accepted' }, 100],
  'as-of-undecided': ['those not decided, of which there is one at most', { status: 'submitted' }, 20],
} as const

type Query = keyof typeof queries

/** A million claims with their audit rows; the sealer is stopped. */
export const asOfStand: Stand = { fill: ({ server }) => runAll(server, seedSql) }

const asOfWork = (name: Query): Work => ({
  name,
  label: `claims as of a moment, of ${claims}: ${queries[name][0]}`,
  operations: 'pages',
  rounds: 3,
  stand: asOfStand,
  async prepare({ server, load }) {
    const cookie = await signIn(server)
    const [clock] = await server.sql('select (extract(epoch from now()) * 1000)::bigint as now')
    const now = Number(clock?.now)
    await requireProofs(server, cookie, iso(now))
    return {
      round: () =>
        oneByOne(requests, async i => {
          // The requested times are spread over the 30 days.
          const at = iso(now - 2_592_000 * ((i * 379) % 1000))
          const query = new URLSearchParams({ at, ...queries[name][1] })
          const request = requestText({ path: `${path}?${query}`, headers: { cookie } })
          const rate = await load.rate({ port: server.port, connections: 1, for: { requests: 1 }, request })
          return rate.medianMs
        }),
    }
  },
})

const names = Object.keys(queries) as readonly Query[]

export const asOfWorks = names.map(asOfWork)

/** Lists claims as they were at past times, in a workspace with a million claims. */
export const asOf: Benchmark = {
  name: 'as-of',
  async run() {
    await using rig = await openRig(asOfStand)
    const figures: Figure[] = []
    for (const name of names) figures.push(await p99Figure(asOfWork(name), rig, queries[name][2]))
    return figures
  },
}
