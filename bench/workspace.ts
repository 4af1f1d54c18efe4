import { setTimeout } from 'node:timers/promises'
import { type Benchmark, figure } from './benchmark.ts'
import { meterRound, meterServer, renderCpu, type Sample, totalCpu } from './cpu.ts'
import { governanceFigures } from './governance.ts'
import { screenFigures } from './lists-on-screen.ts'
import type { Load } from './load.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { type Server, signIn } from './server.ts'
import { spreadOf } from './statistics.ts'
import { openRig } from './work.ts'
import { caller, type Json, seedWorkspace } from './workspace-seed.ts'

const requests = scaled(100, 2)
const largestPage = 200
/** The number of pages of the largest size that precede a late page. */
const pagesBeforeLatePage = 20

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: { readonly enum?: readonly string[]; readonly maximum?: number }
}

/** Whether an address returns or creates a file. No page of the web app waits for files. */
const isFile = (path: string): boolean => /\/(?:content|oscal|open|file|export|tile\/.*)$/.test(path)

/** The GET operations of the workspace with their parameters, from its OpenAPI document. */
const operationsIn = ({ paths, components }: Json): readonly { path: string; parameters: readonly Parameter[] }[] => {
  const resolveParameter = (one: Json): Parameter =>
    one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one
  return Object.entries<Json>(paths)
    .filter(([path, { get }]) => get && path.startsWith('/api/workspace/') && !isFile(path))
    .map(([path, { get }]) => ({ path, parameters: (get.parameters ?? []).map(resolveParameter) }))
}

/** Returns values for query parameters that have no fixed set of values. */
const samplesOf = async (get: (path: string) => Promise<Json>): Promise<Readonly<Record<string, string>>> => {
  const first = async (list: string): Promise<Json> => recordsOf(await get(`/api/workspace/${list}`))[0]
  const { person } = await get('/api/workspace/session')
  const claim = await first('claims')
  const control = await first('controls')
  const requirement = await first('evidence-requirements')
  const framework = await first('frameworks')
  return {
    ...{ actorId: person.id, assessorId: person.id, assigneeId: person.id, ownerId: person.id },
    ...{ claimId: claim.id, claimKey: claim.claimKey, resourceId: claim.id, evidenceRequirementId: requirement.id },
    ...{ controlId: control.id, frameworkId: framework.id, frameworkKey: framework.frameworkKey },
    ...{ requirementKey: requirement.requirementKey, sourceModuleKey: 'scanner-1', sourceFingerprint: 'finding-1-1' },
    ...{ assetKey: 'AST-1', before: '2x3', at: '2026-06-01T00:00:00Z' },
    // Words that occur in many records, one of them misspelled.
    ...{ text: 'nightly sytem 17', search: 'outdated libary 17' },
  }
}

const recordsOf = (page: object): Json[] => Object.values(page).find(Array.isArray) ?? []

const withQuery = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

const indexingMs = 3_600_000

/** Waits until the search index has all records. */
const waitForIndex = async (get: (path: string) => Promise<Json>): Promise<void> => {
  const end = performance.now() + indexingMs
  while (!(await get('/api/workspace/search?text=anything')).current) {
    if (performance.now() > end) throw new Error('The search index was not complete after an hour.')
    await setTimeout(1000)
  }
  const { claims } = await get('/api/workspace/claims?search=sytem')
  if (claims.length === 0) throw new Error('The search index does not have the claims.')
}

/**
 * Returns all readable addresses: each list with its filters, an early and a late page, and one record of each list.
 */
const addressesOf = async (get: (path: string) => Promise<Json>) => {
  const allOperations = operationsIn(await get('/api/workspace/openapi.json'))
  const samples = await samplesOf(get)
  const addresses: string[] = []
  const skippedPaths: string[] = []
  const ids = new Map<string, string>()
  const clauses = '/api/workspace/clauses'

  const fillIds = async (path: string): Promise<string | undefined> => {
    const braceIndex = path.indexOf('/{')
    if (braceIndex < 0) return path
    const list = path.slice(0, braceIndex)
    if (!ids.has(list)) {
      const from = list === clauses ? await fillIds('/api/workspace/frameworks/{frameworkId}/clauses') : list
      const [first] = from ? recordsOf(await get(from).catch(() => ({}))) : []
      ids.set(list, first?.id ?? first?.name ?? '')
    }
    const id = ids.get(list)
    return id ? fillIds(`${list}/${id}${path.slice(braceIndex).replace(/^\/\{\w+\}/, '')}`) : undefined
  }

  const latePage = async (path: string, limit: number): Promise<string> => {
    const largestPages = withQuery(path, 'limit', String(limit))
    let address = largestPages
    for (let page = 0; page < pagesBeforeLatePage; page++) {
      const { nextCursor } = await get(address)
      if (!nextCursor) break
      address = withQuery(largestPages, 'cursor', nextCursor)
    }
    return address
  }

  for (const { path, parameters } of allOperations) {
    const queries = parameters.filter(one => one.in === 'query' && one.name !== 'format')
    const requiredQueries = queries.filter(({ required }) => required)
    const filledPath = requiredQueries.every(({ name }) => samples[name]) ? await fillIds(path) : undefined
    const address =
      filledPath && requiredQueries.reduce((to, { name }) => withQuery(to, name, samples[name] ?? ''), filledPath)
    if (!address || !(await get(address).catch(() => undefined))) {
      skippedPaths.push(path)
      continue
    }
    addresses.push(address)
    for (const { name, required, schema } of queries) {
      if (name === 'limit')
        addresses.push(await latePage(address, Math.min(largestPage, schema.maximum ?? largestPage)))
      const values = schema.enum ?? (samples[name] && !required ? [samples[name]] : [])
      addresses.push(...values.map(value => withQuery(address, name, value)))
    }
  }
  return { addresses, skippedPaths }
}

interface MeasuredPath {
  readonly path: string
  readonly p99: number
  readonly median: number
  readonly sample: Sample
}

const measure = async (load: Load, server: Server, cookie: string, addresses: readonly string[]) => {
  const { port } = server
  const meter = meterServer(server)
  const slowest: MeasuredPath[] = []
  for (const path of addresses) {
    const request = requestText({ path, headers: { cookie } })
    const sample = await meterRound(meter, () => load.rate({ port, connections: 1, for: { requests }, request }))
    slowest.push({ path, p99: sample.p99Ms, median: sample.medianMs, sample })
  }
  return slowest.sort((a, b) => b.p99 - a.p99)
}

const shortenPath = (path: string): string => path.replace(/cursor=.*/, 'cursor=…').replace('/api/workspace', '')

/** The CPU of all addresses, and the most expensive ones. */
const cpuLines = (times: readonly MeasuredPath[]): string[] => {
  const mostExpensive = times.toSorted((a, b) => totalCpu(b.sample) - totalCpu(a.sample)).slice(0, 10)
  return [
    `CPU of pages, µs of Node + PostgreSQL each, ${renderCpu(times.map(({ sample }) => sample))} in the median; the dearest:`,
    ...mostExpensive.map(({ path, sample }) => `${renderCpu([sample])}: ${shortenPath(path)}`),
  ]
}

/** Reads every list, and a record of each list, in the workspace of a bank, as the pages of the web app do. */
export const workspace: Benchmark = {
  name: 'workspace',
  async run() {
    let scans: readonly number[] = []
    await using rig = await openRig({
      async fill({ server }) {
        scans = (await seedWorkspace(server)).scans
      },
    })
    const { server, load } = rig
    const cookie = await signIn(server)
    const call = caller(server, { cookie })
    await waitForIndex(path => call('GET', path))
    const { addresses, skippedPaths } = await addressesOf(path => call('GET', path))
    const figuresOnScreen = await screenFigures(server)
    const times = await measure(load, server, cookie, addresses)
    const slowestLines = times.slice(0, 20).map(({ path, p99, median }) => {
      return `${p99.toFixed(0)} ms, median ${median.toFixed(0)}: ${shortenPath(path)}`
    })
    return [
      ...(await governanceFigures(rig)),
      ...figuresOnScreen,
      figure({
        label: `p99 of ${addresses.length} lists and records of a large workspace, the slowest one`,
        samples: [times[0]?.p99 ?? Number.NaN],
        atMost: 100,
        unit: 'ms',
        detail: [...slowestLines, ...cpuLines(times), `not asked: ${skippedPaths.join(' ')}`].join('\n         '),
      }),
      figure({
        label: 'a scan of 2,000 findings, all new',
        samples: scans,
        atMost: 3,
        unit: 's',
        detail: `${spreadOf(scans).max.toFixed(2)} s at most`,
      }),
    ]
  },
}
