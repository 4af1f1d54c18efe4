import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { Frontier } from '#lib/merkle.ts'
import { isAsSealed } from '#src/features/ledger/check-row.ts'
import type { LeafRow } from '#src/features/ledger/queries.ts'
import { createRandom, type Random } from '#test/faults/random.ts'
import { createAuditRows, insertAuditRows } from './many-rows.ts'

export interface ChaosOptions {
  readonly seed: string
  readonly seconds: number
  readonly writers: number
  /** The number of sealers that run at once. Each is killed and restarted repeatedly. */
  readonly sealers: number
}

export interface ChaosResult {
  readonly rows: number
  readonly kills: number
  readonly killedAtWork: number
  readonly lost: number
  readonly twice: number
  readonly gaps: number
  readonly altered: number
  readonly wrongRoots: number
  /** The number of committed rows that stayed unsealed while an earlier transaction was open. */
  readonly heldBack: number
}

const organizations = ['org_a', 'org_b', 'org_c', 'install', 'org_d']

const withConnection = async (connection: ClientConfig) => {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Writes transactions of 1 to 8 rows, some slow, some rolled back. Returns the number of committed rows. */
const write = async (connection: ClientConfig, random: Random, until: number): Promise<number> => {
  const client = await withConnection(connection)
  let committed = 0
  while (performance.now() < until) {
    const count = random.whole(1, 8)
    const organization = organizations[random.whole(0, organizations.length - 1)] ?? ''
    await client.query('begin')
    await client.query({ name: 'insert', text: insertAuditRows, values: [organization, ...createAuditRows(count)] })
    if (random.chance(0.02)) await delay(random.whole(100, 2000))
    const isKept = !random.chance(0.05)
    await client.query(isKept ? 'commit' : 'rollback')
    if (isKept) committed += count
    await delay(random.whole(0, 20))
  }
  await client.end()
  return committed
}

const sealerProcess = join(import.meta.dirname, 'sealer-process.ts')

interface Kills {
  kills: number
  atWork: number
}

/** Until the deadline, runs a sealer, kills it after a while or in the middle of a batch, and starts the next. */
const keepKilling = async (connection: ClientConfig, random: Random, until: number, tally: Kills): Promise<void> => {
  while (performance.now() < until) {
    const env = { ...process.env, SEAL: JSON.stringify({ ...connection, most: 300, diesOnce: random.whole(1, 12) }) }
    const child = spawn(process.execPath, [sealerProcess], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const exited = once(child, 'exit')
    const isRunning = await Promise.race([exited.then(() => false), delay(random.whole(1500, 6000)).then(() => true)])
    if (isRunning) child.kill('SIGKILL')
    else tally.atWork++
    tally.kills++
    await exited
  }
}

/** The number of attempts. On a busy machine the database may take longer to respond than a sealer waits. */
const attempts = 20

const sealRemaining = async (connection: ClientConfig): Promise<void> => {
  const env = { ...process.env, SEAL: JSON.stringify({ ...connection, most: 5000, once: true }) }
  for (let remaining = attempts; ; remaining--) {
    const [code] = await once(
      spawn(process.execPath, [sealerProcess], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
      'exit',
    )
    if (code === 0) return
    if (remaining === 1) throw new Error(`the last sealer exited with ${code}`)
  }
}

const count = async (client: pg.Client, sql: string): Promise<number> => Number((await client.query(sql)).rows[0].n)

/** Recomputes every leaf from its row, and every root from the leaves, from nothing but the tables. */
const recompute = async (client: pg.Client) => {
  let [alteredLeaves, wrongRoots] = [0, 0]
  for (const tree of (await client.query('select organization_id, size::float8 as size, root from ledger_tree')).rows) {
    const { rows } = await client.query<LeafRow & { record: string }>(
      `select l.leaf_index::float8 as leaf_index, l.event_id, l.salts, l.hash, e.record, e.action, e.actor_id, e.resource_id
         from ledger_leaf l join audit_event e on e.organization_id = l.organization_id and e.id = l.event_id
        where l.organization_id = $1 order by l.leaf_index`,
      [tree.organization_id],
    )
    const frontier = new Frontier()
    for (const row of rows) {
      if (!isAsSealed(row)) alteredLeaves++
      frontier.append(row.hash)
    }
    if (frontier.size !== tree.size || !frontier.root().equals(tree.root)) wrongRoots++
  }
  return { altered: alteredLeaves, wrongRoots }
}

/**
 * Runs writers and sealers at once, and kills the sealers repeatedly. One transaction stays open throughout the run.
 */
export const runChaos = async (
  connection: ClientConfig,
  { seed, seconds, writers, sealers }: ChaosOptions,
): Promise<ChaosResult> => {
  const random = createRandom(seed)
  const until = performance.now() + 1000 * seconds
  const tally: Kills = { kills: 0, atWork: 0 }
  const openTransaction = await withConnection(connection)
  await openTransaction.query('begin')
  await openTransaction.query(insertAuditRows, ['org_a', ...createAuditRows(3)])
  const [committedRows] = await Promise.all([
    Promise.all(Array.from({ length: writers }, (_, i) => write(connection, random.fork(`writer ${i}`), until))),
    ...Array.from({ length: sealers }, (_, i) => keepKilling(connection, random.fork(`sealer ${i}`), until, tally)),
  ])
  console.error(`${tally.kills} kills, ${tally.atWork} of them at work; the remaining rows are sealed`)
  const client = await withConnection(connection)
  await sealRemaining(connection)
  const heldBack = await count(
    client,
    `select count(*) as n from audit_event a where not exists (
       select from ledger_leaf l where l.organization_id = a.organization_id and l.event_id = a.id)`,
  )
  await openTransaction.query('commit')
  await openTransaction.end()
  await sealRemaining(connection)
  const survived = {
    rows: committedRows.reduce((sum, n) => sum + n, 3),
    kills: tally.kills,
    killedAtWork: tally.atWork,
    lost: await count(
      client,
      `select count(*) as n from audit_event a where not exists (
         select from ledger_leaf l where l.organization_id = a.organization_id and l.event_id = a.id)`,
    ),
    twice: await count(client, 'select count(*) - count(distinct (organization_id, event_id)) as n from ledger_leaf'),
    gaps: await count(
      client,
      `select count(*) as n from (select count(*) as n, max(leaf_index) as last from ledger_leaf group by organization_id) x
        where n <> last + 1`,
    ),
    ...(await recompute(client)),
    heldBack,
  }
  await client.end()
  return survived
}
