import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { announce, uploadAnnounced } from '#bench/attach.ts'
import { createClaim } from '#bench/attachments.ts'
import { type Benchmark, figure } from '#bench/benchmark.ts'
import { startProcess } from '#bench/process.ts'
import { scaled } from '#bench/scale.ts'
import { provision, requestToken, type Server, signIn, startServer } from '#bench/server.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { attachMany } from './moving-files.ts'
import { clientOf, describeOpens, opensDuring } from './opens.ts'

const uploads = scaled(400, 10)
const perSecond = scaled(20, 10)
const opensPerSecond = scaled(200, 50)
/** The number of prepared uploads: enough that the outage is detected before all of them have failed. */
const spareUploads = 100
const neighbour = { clientId: 'neighbour', clientSecret: 'neighbour-neighbour' }

const twoOrganizations = {
  organizations: provision.organizations.flatMap(organization => [
    organization,
    {
      ...organization,
      slug: 'neighbour',
      name: 'Neighbour',
      users: [],
      serviceAccounts: organization.serviceAccounts.map(otherAccount => ({ ...otherAccount, ...neighbour })),
    },
  ]),
}

const writeProvisioning = async (resources: AsyncDisposableStack): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'two.json')
  await writeFile(file, JSON.stringify(twoOrganizations))
  return file
}

const neighbourOf = async (server: Server): Promise<Server> => {
  const [organization] = await server.sql(`select id from organization where slug = 'neighbour'`)
  return { ...server, organizationId: String(organization?.id), token: await requestToken(server.url, neighbour) }
}

/** Returns the time until an upload is rejected, in milliseconds. */
const measureRefusal = async (server: Server, path: string): Promise<number> => {
  const startTime = performance.now()
  const response = await uploadAnnounced(server, path)
  const text = await response.text()
  if (response.status !== 503) throw new Error(`an upload to a dead store returned ${response.status}: ${text}`)
  return performance.now() - startTime
}

/**
 * Measures that uploads of an organization whose bucket is unreachable are rejected immediately, and that other
 * organizations are not affected.
 */
export const away: Benchmark = {
  name: 'away',
  async run() {
    await using resources = new AsyncDisposableStack()
    const bucket = await startMemoryS3()
    const env = { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_PROVISION: await writeProvisioning(resources) }
    const server = resources.use(await startServer(env))
    const opener = resources.use(await startProcess(['bench/storage/opens-process.ts']))
    const neighbourServer = await neighbourOf(server)
    const files = { token: neighbourServer.token, paths: await attachMany(neighbourServer, 200) }
    const cookie = await signIn(server)
    const bindings = bindingsOf(clientOf(server), () => cookie)
    await bindings.activate(bucket)
    const claimId = await createClaim(server)
    const paths: string[] = []
    for (let i = 0; i < uploads + spareUploads; i++) paths.push(await announce(server, claimId))
    const job = { ...files, perSecond: opensPerSecond }
    const durationMs = (uploads / perSecond) * 1000
    await opensDuring(opener, server, job, () => delay(durationMs / 10))
    const aloneSample = await opensDuring(opener, server, job, () => delay(durationMs))

    await bucket[Symbol.asyncDispose]()
    const deathTime = performance.now()
    const openDeviations = () =>
      server.sql(`select from storage_deviation where check_name = 'round-trip' and closed_at is null`)
    const refusalsBefore: number[] = []
    while ((await openDeviations()).length === 0) refusalsBefore.push(await measureRefusal(server, paths.pop() ?? ''))
    const detectedAfter = (performance.now() - deathTime) / 1000
    const reportedEvents = await server.sql(
      `select from security_event where type = 'storageOperationsActiveBindingUnavailable'`,
    )

    const times: number[] = []
    const outageSample = await opensDuring(opener, server, job, async () => {
      for (const path of paths.slice(0, uploads)) {
        const [ms] = await Promise.all([measureRefusal(server, path), delay(1000 / perSecond)])
        times.push(ms)
      }
    })
    return [
      figure({
        label: 'a store that dies is known to be dead after',
        samples: [detectedAfter],
        atMost: 90,
        unit: 's',
        detail: `${refusalsBefore.length} uploads were refused meanwhile, each after ${Math.max(...refusalsBefore).toFixed()} ms at most`,
      }),
      figure({ label: 'security events that report it', samples: [reportedEvents.length], atLeast: 1 }),
      figure({ label: 'from then on an upload is refused after', samples: times, atMost: 50, unit: 'ms' }),
      figure({
        label: `p99 of ${opensPerSecond} opens/s of another organization meanwhile, relative to before`,
        samples: [outageSample.p99Ms / aloneSample.p99Ms],
        atMost: 1.1,
        detail: `before ${describeOpens(aloneSample)}; meanwhile ${describeOpens(outageSample)}`,
      }),
    ]
  },
}
