import pg from 'pg'
import { Claim, renderClaim } from '#src/features/evidence/claims/claim.ts'
import type { Server } from './server.ts'

const batchSize = 100_000

// Seeded claims have no observation period.
type SeededClaim = Omit<Claim, 'observedFrom' | 'observedUntil'>

// An SQL expression for `record`, byte-identical to the output of renderClaim. `id`, `i` and `at` are columns of the
// series.
const recordSql = (updatedAt: string): string => {
  const text = (value: string) => `'"${value}"'`
  const quoted = (sql: string) => `'"' || ${sql} || '"'`
  const time = (sql: string) => quoted(`to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  const values: Record<keyof SeededClaim, string> = {
    id: quoted('id'),
    evidenceRequirementId: `coalesce('"' || requirement || '"', 'null')`,
    claimKey: quoted(`'nightly-backup-' || i`),
    title: quoted(`'Nightly backup report of system ' || i % 5000`),
    status: quoted('status'),
    subjectModuleKey: text('controls'),
    subjectResourceType: text('control'),
    subjectResourceId: quoted(`'ctl-' || i % 300`),
    subjectVersionId: `'null'`,
    sourceModuleKey: text('external'),
    sourceResourceType: text('report'),
    sourceResourceId: quoted(`'job-' || i`),
    sourceVersionId: `'null'`,
    validFrom: time('at'),
    validUntil: time(`at + interval '365 days'`),
    createdAt: time('at'),
    updatedAt: time(updatedAt),
  }
  const fields = Object.keys(Claim.properties).filter((name): name is keyof SeededClaim => name in values)
  return `'{' || ${fields.map(name => `'"${name}":' || ${values[name]}`).join(` || ',' || `)} || '}'`
}

/** An SQL expression for a claim's record. Needs the columns `id`, `i`, `at`, `changed`, `status` and `requirement`. */
export const changedRecordSql = recordSql('changed')

// Ids sort chronologically and before any id generated today. Most claims are decided, as in an install that has run
// for years.
const insert = `
  insert into evidence_claim (organization_id, id, evidence_requirement_id, claim_key, status, valid_until, created_by,
    reviewer_id, record, source_snapshot, claim_snapshot)
  select $1, id, requirement, 'nightly-backup-' || i, status, at + interval '365 days', 'sva_bench', null,
         ${recordSql('at')}, '{"job":"nightly"}', '{}'
    from (select i, 'gec_01' || lpad(i::text, 24, '0') as id,
                 case when i % 4 > 0 then r.id end as requirement,
                 (array['accepted', 'accepted', 'accepted', 'accepted', 'accepted', 'accepted', 'expired', 'expired',
                   'rejected', 'submitted'])[i % 10 + 1] as status,
                 $4::timestamptz + (i - 1000000) * interval '20 seconds' as at
            from generate_series($2::int, $3::int) as i
            join (select id, row_number() over (order by id) - 1 as n, count(*) over () as total
                    from evidence_requirement where organization_id = $1) as r on r.n = i * 7919::bigint % r.total) as series`

/** Runs commands one after the other, on one connection. */
export const runAll = async ({ connection }: Server, commands: readonly string[]): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  for (const command of commands) await client.query(command)
  await client.end()
}

const requireSameRendering = async ({ sql }: Pick<Server, 'sql'>): Promise<void> => {
  const [row] = await sql('select record from evidence_claim order by id desc limit 1')
  const text = String(row?.record)
  const claim: Claim = JSON.parse(text)
  if (renderClaim(claim) !== text) throw new Error(`a seeded record differs from what renderClaim writes: ${text}`)
}

/** Seeds claims in several statuses across the organization's requirements, oldest first. */
export const seedClaims = async (server: Pick<Server, 'sql' | 'organizationId'>, count: number): Promise<void> => {
  for (let from = 1; from <= count; from += batchSize)
    await server.sql(insert, [server.organizationId, from, Math.min(from + batchSize - 1, count), new Date()])
  await server.sql('vacuum (analyze) evidence_claim')
  await server.sql('checkpoint')
  await requireSameRendering(server)
}
