import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { openS3Store } from '#src/features/storage/s3/store.ts'
import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'
import { callNames, type FaultTarget, runUnderFault } from '#test/storage/fault-cases.ts'
import { outcomes } from '#test/storage/fault-outcomes.ts'
import { type FaultName, startFaultProxy } from '#test/storage/fault-proxy.ts'
import { acme } from '#test/storage/organizations.ts'
import { newBucket } from '#test/storage/s3-server.ts'
import { accessTo } from '#test/storage/s3-subject.ts'
import { openSpool } from '#test/storage/spool.ts'
import { skipWithoutSwift, startSwift } from '#test/storage/swift.ts'
import { suiteResources } from '#test/suite-resources.ts'

const deadlines = { connectMs: 2000, stallMs: 2000, callMs: 4000, sendMs: 8000 }

const servers = [
  ['Swift', skipWithoutSwift, startSwift],
  ['Ceph', skipWithoutCeph, startCeph],
] as const

const harmfulOutcome = /torn|unreadable|!$/

/**
 * Runs the fault. Returns the outcomes, with `*` for those that `expected` leaves open. Fails if an outcome is harmful,
 * such as a torn file.
 */
const maskedOutcomes = async (targets: readonly FaultTarget[], fault: FaultName, expected: string, times?: number) => {
  const actual = await runUnderFault(targets, fault, times)
  assert.ok(!actual.some(outcome => harmfulOutcome.test(outcome)), actual.join(' '))
  const isLeftOpen = expected.split(' ').map(outcome => outcome === '*')
  return actual.map((outcome, index) => (isLeftOpen[index] ? '*' : outcome))
}

for (const [name, skip, start] of servers) {
  suite(`network and provider faults in front of ${name}`, { skip }, () => {
    const resources = suiteResources()
    let targets: readonly FaultTarget[]

    before(async () => {
      const server = resources.use(await start())
      const settings = await newBucket(server)
      const { spool } = resources.use(await openSpool())
      const open = async (endpoint: string) =>
        resources.use(
          await openS3Store({ ...accessTo(server, { ...settings, endpoint }), organizationId: acme, deadlines }),
        )
      const direct = await open(server.endpoint)
      targets = await Promise.all(
        callNames.map(async () => {
          const proxy = resources.use(await startFaultProxy(server.endpoint))
          return { proxy, store: await open(proxy.endpoint), direct, spool }
        }),
      )
    })

    for (const [fault, [always, once]] of Object.entries(outcomes) as [FaultName, readonly [string, string]][]) {
      test(`${fault}`, async () => {
        assert.deepEqual(await maskedOutcomes(targets, fault, always), always.split(' '), 'always')
        assert.deepEqual(await maskedOutcomes(targets, fault, once, 1), once.split(' '), 'once')
      })
    }
  })
}
