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
interface Place extends AsyncDisposable {
  readonly address: string
  leave(): Promise<void>
  comeBack(): Promise<void>
  received(): Promise<readonly string[]>
}

const folder = async (): Promise<Place> => {
  const above = await mkdtemp(join(tmpdir(), 'probata-sink-'))
  const [mounted, elsewhere] = [join(above, 'mounted'), join(above, 'elsewhere')]
  await mkdir(mounted, { mode: 0o750 })
  const path = join(mounted, 'events.jsonl')
  return {
    address: `file:${path}`,
    leave: () => rename(mounted, elsewhere),
    comeBack: () => rename(elsewhere, mounted),
    received: async () => (await readFile(path, 'utf8')).split('\n').slice(0, -1),
    [Symbol.asyncDispose]: () => rm(above, { recursive: true }),
  }
}

const receiver = async (): Promise<Place> => {
  const { start, stop, ...rsyslog } = await startRsyslog()
  return { ...rsyslog, leave: stop, comeBack: start }
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
  const recorded: string[][] = []
  let ahead = 0
  const running = new Set<{ readonly p: Probata; readonly ids: string[] }>()
  const join_ = (p: Probata) => {
    const node = { p, ids: [] }
    recorded.push(node.ids)
    running.add(node)
    return node
  }
  join_(first)
  const kept = resources.move()
  return {
    recorded,
    /** Adds a node. The first node runs the database and is never stopped. */
    async join() {
      const p = await boot({ provision: null, database, env })
      p.clock.advance(ahead)
      const node = join_(p)
      return async () => {
        running.delete(node)
        await p[Symbol.asyncDispose]()
      }
    },
    pass(ms: number) {
      ahead += ms
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
      const tried = await Promise.allSettled([...running].map(({ p }) => ship(p)))
      return tried.every(({ status }) => status === 'fulfilled')
    },
    behind: async () =>
      (await first.sql(`select id from security_event where type = 'securityEventExportBehind'`)).map(({ id }) =>
        String(id),
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const places: [name: string, make: () => Promise<Place>, skip: false | string][] = [
  ['a file in an unmounted folder', folder, false],
  ['stopped rsyslog over TLS', receiver, withoutRsyslog],
]

for (const [name, make, skip] of places)
  test(`an outage of an hour loses no event while nodes restart: ${name}`, { skip }, async () => {
    await using place = await make()
    await using nodes = await createNodes(place.address)
    let leave = await nodes.join()
    await nodes.record(3)
    assert.equal(await nodes.ship(), true)
    await place.leave()
    for (let at = 0; at < 60; at++) {
      nodes.pass(minute)
      await nodes.record(5)
      // The node that holds the lease tries and fails.
      assert.equal(await nodes.ship(), false)
      if (at % 20 === 19) {
        await leave()
        leave = await nodes.join()
      }
    }
    const behind = await nodes.behind()
    assert.equal(behind.length, 1)
    await place.comeBack()
    assert.equal(await nodes.ship(), true)
    // The sender stops before it moves the bookmark; the next node gets the lease half a minute later.
    await leave()
    nodes.pass(minute)
    leave = await nodes.join()
    await nodes.record(2)
    assert.equal(await nodes.ship(), true)
    nodes.pass(2 * minute)
    assert.equal(await nodes.ship(), true)
    await leave()

    const all = [...nodes.recorded.flat(), ...behind]
    assert.ok(all.length > 600, String(all.length))
    const received = await until('received', async () => {
      const ids = idsOf(await place.received())
      return new Set(ids).size >= all.length && ids
    })
    const once = [...new Set(received)]
    assert.deepEqual(once.toSorted(), all.toSorted())
    for (const ids of nodes.recorded)
      assert.deepEqual(
        once.filter(id => ids.includes(id)),
        ids,
      )
  })
