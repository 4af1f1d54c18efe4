import pg from 'pg'
import { listControls } from '#src/features/governance/controls/control-queries.ts'
import { type Figure, figure } from './benchmark.ts'
import { p99Figure } from './comparison.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { signIn } from './server.ts'
import { spreadOf } from './statistics.ts'
import { cpuAlone, measureAlone, oneByOne, type Rig, type Stand, type Work } from './work.ts'
import { caller, seedWorkspace } from './workspace-seed.ts'

const requests = scaled(200, 3)

/** The workspace of a bank. */
const workspaceStand: Stand = {
  async fill({ server }) {
    await seedWorkspace(server)
  },
}

const pageWork = (name: string, label: string, pathOf: (framework: string) => string): Work => ({
  name,
  label,
  operations: 'pages',
  rounds: 5,
  stand: workspaceStand,
  async prepare({ server, load }) {
    const cookie = await signIn(server)
    const { frameworks } = await caller(server, { cookie })('GET', '/api/workspace/frameworks')
    const request = requestText({ path: `/api/workspace${pathOf(frameworks[0].id)}`, headers: { cookie } })
    return { round: () => load.rate({ port: server.port, connections: 1, for: { requests }, request }) }
  },
})

const coverage = pageWork('coverage', 'coverage of 1,000 clauses', id => `/frameworks/${id}/coverage`)
const freshness = pageWork('freshness', 'freshness of 200 requirements', () => '/evidence-freshness?limit=200')
const controls = pageWork('controls', 'list 50 controls with their coverage', () => '/controls')

export const governanceWorks: readonly Work[] = [coverage, freshness, controls]

const plainSql = `select c.id, c.record from control c
  where c.organization_id = $1 and c.id < $2 order by c.id desc limit $3`

/**
 * Compares a page of controls with the same page without coverage, whose time is computed by subtracting the time of
 * the coverage statement.
 */
const coverageShare = async (rig: Rig): Promise<Figure> => {
  const { connection, organizationId } = rig.server
  await using resources = new AsyncDisposableStack()
  const client = new pg.Client(connection)
  await client.connect()
  resources.defer(() => client.end())
  const { rows } = await client.query('select (extract(epoch from now()) * 1000)::bigint as now')
  const page = { position: '~', limit: 51 }
  const coveredValues = [...listControls.bind(organizationId, { ...page, now: Number(rows[0].now) })]
  const plainValues = [organizationId, page.position, String(page.limit)]
  const timeOf = async (name: string, text: string, values: (string | null)[]): Promise<number> => {
    await client.query({ name, text, values })
    const { perSecond } = await oneByOne(requests, async () => {
      const startTime = performance.now()
      await client.query({ name, text, values })
      return performance.now() - startTime
    })
    return 1000 / perSecond
  }
  const samples = await measureAlone(controls, rig)
  const ratios: number[] = []
  const addedMs: number[] = []
  for (const { perSecond } of samples) {
    const page = 1000 / perSecond
    const coverage =
      (await timeOf('covered', listControls.text, coveredValues)) - (await timeOf('plain', plainSql, plainValues))
    addedMs.push(coverage)
    // On a busy machine the measured time of coverage may exceed the time of the page.
    ratios.push(page / Math.max(page - coverage, 0.01))
  }
  return figure({
    label: 'a page of 50 controls: time with coverage, relative to without',
    samples: ratios,
    atMost: 1.1,
    detail: `coverage takes ${spreadOf(addedMs).median.toFixed(2)} ms; ${cpuAlone('pages', samples)}`,
  })
}

/** The time of pages of frameworks and requirements in a large workspace. */
export const governanceFigures = async (rig: Rig): Promise<Figure[]> => [
  await p99Figure(coverage, rig, 10),
  await p99Figure(freshness, rig, 20),
  await coverageShare(rig),
]
