import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { announce, offer } from '#bench/attach.ts'
import { createClaim } from '#bench/attachments.ts'
import { type Benchmark, figure } from '#bench/benchmark.ts'
import { startProcess } from '#bench/process.ts'
import { scaled } from '#bench/scale.ts'
import { provision, type Server, signIn, startServer, takeToken } from '#bench/server.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { attachMany } from './moving-files.ts'
import { clientOf, opensDuring, shown } from './opens.ts'

const uploads = scaled(400, 10)
const perSecond = scaled(20, 10)
const opensPerSecond = scaled(200, 50)
/** Enough uploads that the outage is detected before they have all failed. */
const before = 100
const neighbour = { clientId: 'neighbour', clientSecret: 'neighbour-neighbour' }

const withNeighbour = {
  organizations: provision.organizations.flatMap(one => [
    one,
    {
      ...one,
      slug: 'neighbour',
      name: 'Neighbour',
      users: [],
      serviceAccounts: one.serviceAccounts.map(given => ({ ...given, ...neighbour })),
    },
  ]),
}

const provisioned = async (resources: AsyncDisposableStack): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'two.json')
  await writeFile(file, JSON.stringify(withNeighbour))
  return file
}

const neighbourOf = async (server: Server): Promise<Server> => {
  const [found] = await server.sql(`select id from organization where slug = 'neighbour'`)
  return { ...server, organizationId: String(found?.id), token: await takeToken(server.url, neighbour) }
}

/** The time until an upload is rejected, in milliseconds. */
const refusal = async (server: Server, path: string): Promise<number> => {
  const begun = performance.now()
  const answer = await offer(server, path)
  const text = await answer.text()
  if (answer.status !== 503) throw new Error(`an upload to a dead store was answered ${answer.status}: ${text}`)
  return performance.now() - begun
}

/**
 * The bucket of an organization is unreachable: its uploads are rejected immediately, and other organizations are not
 * affected.
 */
export const away: Benchmark = {
  name: 'away',
  async run() {
    await using resources = new AsyncDisposableStack()
    const bucket = await startMemoryS3()
    const env = { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_PROVISION: await provisioned(resources) }
    const server = resources.use(await startServer(env))
    const opener = resources.use(await startProcess(['bench/storage/opens-process.ts']))
    const other = await neighbourOf(server)
    const files = { token: other.token, paths: await attachMany(other, 200) }
    const cookie = await signIn(server)
    const bindings = bindingsOf(clientOf(server), () => cookie)
    await bindings.activate(bucket)
    const claimId = await createClaim(server)
    const paths: string[] = []
    for (let i = 0; i < uploads + before; i++) paths.push(await announce(server, claimId))
    const job = { ...files, perSecond: opensPerSecond }
    const rest = (uploads / perSecond) * 1000
    await opensDuring(opener, server, job, () => delay(rest / 10))
    const alone = await opensDuring(opener, server, job, () => delay(rest))

    await bucket[Symbol.asyncDispose]()
    const died = performance.now()
    const isKnown = () =>
      server.sql(`select from storage_deviation where check_name = 'round-trip' and closed_at is null`)
    const unknown: number[] = []
    while ((await isKnown()).length === 0) unknown.push(await refusal(server, paths.pop() ?? ''))
    const knownAfter = (performance.now() - died) / 1000
    const told = await server.sql(`select from security_event where type = 'storageOperationsActiveBindingUnavailable'`)

    const times: number[] = []
    const beside = await opensDuring(opener, server, job, async () => {
      for (const path of paths.slice(0, uploads)) {
        const [ms] = await Promise.all([refusal(server, path), delay(1000 / perSecond)])
        times.push(ms)
      }
    })
    return [
      figure({
        what: 'a store that dies is known to be dead after',
        samples: [knownAfter],
        atMost: 90,
        unit: 's',
        detail: `${unknown.length} uploads were refused meanwhile, each after ${Math.max(...unknown).toFixed()} ms at most`,
      }),
      figure({ what: 'security events that report it', samples: [told.length], atLeast: 1 }),
      figure({ what: 'from then on an upload is refused after', samples: times, atMost: 50, unit: 'ms' }),
      figure({
        what: `p99 of ${opensPerSecond} opens/s of another organization meanwhile, against before`,
        samples: [beside.p99Ms / alone.p99Ms],
        atMost: 1.1,
        detail: `before ${shown(alone)}; meanwhile ${shown(beside)}`,
      }),
    ]
  },
}
