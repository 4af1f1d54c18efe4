import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { install } from '#db/database.ts'
import { minute } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { startRsyslog, withoutRsyslog } from '#test/receivers/rsyslog.ts'
import { idsOf } from '#test/receivers/syslog.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

/** A receiver that can go down and come up again. */
interface Receiver extends AsyncDisposable {
  readonly address: string
  goDown(): Promise<void>
  comeUp(): Promise<void>
  received(): Promise<readonly string[]>
}

const mountedFile = async (): Promise<Receiver> => {
  const parent = await mkdtemp(join(tmpdir(), 'probata-sink-'))
  const [mounted, unmounted] = [join(parent, 'mounted'), join(parent, 'elsewhere')]
  await mkdir(mounted, { mode: 0o750 })
  const path = join(mounted, 'events.jsonl')
  return {
    address: `file:${path}`,
    goDown: () => rename(mounted, unmounted),
    comeUp: () => rename(unmounted, mounted),
    received: async () => (await readFile(path, 'utf8')).split('\n').slice(0, -1),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true }),
  }
}

const rsyslogReceiver = async (): Promise<Receiver> => {
  const { start, stop, ...rsyslog } = await startRsyslog()
  return { ...rsyslog, goDown: stop, comeUp: start }
}

const ship = async ({ system: { securityLog } }: Probata): Promise<number> => {
  assert.ok(securityLog)
  return securityLog.ship()
}

/** Creates the nodes of an install, whose clocks move together, and records the events of each. */
const createNodes = async (address: string) => {
  await using resources = new AsyncDisposableStack()
  const env = { PROBATA_SECURITY_LOG: address }
  const first = resources.use(await boot({ provision: null, env }))
  const database = first.connection
  const recordedIds: string[][] = []
  let elapsed = 0
  const running = new Set<{ readonly p: Probata; readonly ids: string[] }>()
  const register = (p: Probata) => {
    const node = { p, ids: [] }
    recordedIds.push(node.ids)
    running.add(node)
    return node
  }
  register(first)
  const owned = resources.move()
  return {
    recorded: recordedIds,
    /** Adds a node. The first node runs the database and is never stopped. */
    async join() {
      const p = await boot({ provision: null, database, env })
      p.clock.advance(elapsed)
      const node = register(p)
      return async () => {
        running.delete(node)
        await p[Symbol.asyncDispose]()
      }
    },
    advance(ms: number) {
      elapsed += ms
      for (const { p } of running) p.clock.advance(ms)
    },
    async record(times: number) {
      for (let i = 0; i < times; i++)
        for (const { p, ids } of running) {
          const { id } = await recordSecurityEvent(p.system.services, install, { type: 'jobMissed', context: {} })
          ids.push(id)
        }
    },
    /** Ships from every node and returns whether all succeeded. */
    async ship() {
      const results = await Promise.allSettled([...running].map(({ p }) => ship(p)))
      return results.every(({ status }) => status === 'fulfilled')
    },
    outageEvents: async () =>
      (await first.sql(`select id from security_event where type = 'securityEventExportBehind'`)).map(({ id }) =>
        String(id),
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const receivers: [name: string, make: () => Promise<Receiver>, skip: false | string][] = [
  ['a file in an unmounted folder', mountedFile, false],
  ['stopped rsyslog over TLS', rsyslogReceiver, withoutRsyslog],
]

for (const [name, make, skip] of receivers)
  test(`an outage of an hour loses no event while nodes restart: ${name}`, { skip }, async () => {
    await using receiver = await make()
    await using nodes = await createNodes(receiver.address)
    let stopNode = await nodes.join()
    await nodes.record(3)
    assert.equal(await nodes.ship(), true)
    await receiver.goDown()
    for (let minuteIndex = 0; minuteIndex < 60; minuteIndex++) {
      nodes.advance(minute)
      await nodes.record(5)
      // The node that holds the lease tries and fails.
      assert.equal(await nodes.ship(), false)
      if (minuteIndex % 20 === 19) {
        await stopNode()
        stopNode = await nodes.join()
      }
    }
    const outages = await nodes.outageEvents()
    assert.equal(outages.length, 1)
    await receiver.comeUp()
    assert.equal(await nodes.ship(), true)
    // The sender stops before it moves the bookmark; the next node gets the lease half a minute later.
    await stopNode()
    nodes.advance(minute)
    stopNode = await nodes.join()
    await nodes.record(2)
    assert.equal(await nodes.ship(), true)
    nodes.advance(2 * minute)
    assert.equal(await nodes.ship(), true)
    await stopNode()

    const all = [...nodes.recorded.flat(), ...outages]
    assert.ok(all.length > 600, String(all.length))
    const received = await until('received', async () => {
      const ids = idsOf(await receiver.received())
      return new Set(ids).size >= all.length && ids
    })
    const uniqueIds = [...new Set(received)]
    assert.deepEqual(uniqueIds.toSorted(), all.toSorted())
    for (const ids of nodes.recorded)
      assert.deepEqual(
        uniqueIds.filter(id => ids.includes(id)),
        ids,
      )
  })
