import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseCheckpoint, textOfNote } from '#lib/note.ts'
import { timeStampRequest } from '#lib/time-stamp.ts'
import { bootWithExternalPlaces, type ExternalCheckpoints } from '#test/ledger/outside.ts'

let o: ExternalCheckpoints
before(async () => {
  o = await bootWithExternalPlaces()
  await o.write(300)
  await o.publish()
  await o.publish()
})
after(() => o[Symbol.asyncDispose]())

const names = ['event', 'folder', 'object-store', 'time-stamp', 'witness witness.example/w1']

/** Publishes a new row. Returns the places that accepted it, and the problems with the other places. */
const publishOne = async () => {
  await o.write()
  await o.publish()
  const publications = await o.p.sql(
    `select place from ledger_publication where organization_id = $1
      and size = (select max(size) from ledger_checkpoint where organization_id = $1) order by place`,
    [o.acme],
  )
  const trouble = await o.p.sql('select place, code from ledger_place_trouble where organization_id = $1', [o.acme])
  return {
    held: publications.map(({ place }) => place),
    trouble: trouble.map(({ place, code }) => `${place}: ${code}`),
  }
}

const retryLater = async () => {
  await o.p.system.runJob('publish-checkpoints')
  const trouble = await o.p.sql('select from ledger_place_trouble')
  return trouble.length
}

interface Fault {
  readonly place: string
  readonly code: string
  begin(): unknown
  end(): void
}

const respondWith = (body: string) => async () => ({ status: 200, body: Buffer.from(body) })
const endFaults = () => {
  o.witness.override = undefined
  o.authority.override = undefined
  o.bucket.intercept = () => undefined
}

const faults: Readonly<Record<string, Fault>> = {
  'a bucket answers 403': {
    place: 'object-store',
    code: 'refused',
    begin: () => (o.bucket.intercept = method => (method === 'PUT' ? { status: 403 } : undefined)),
    end: endFaults,
  },
  'a bucket contains a text instead of a checkpoint': {
    place: 'object-store',
    code: 'lies',
    begin: () =>
      (o.bucket.intercept = (method, key) =>
        method === 'GET' && key.endsWith('/checkpoint') ? { status: 200, body: 'hello' } : undefined),
    end: endFaults,
  },
  'an authority sends an old token': {
    place: 'time-stamp',
    code: 'lies',
    async begin() {
      const { query } = await timeStampRequest(Buffer.from('older'))
      const body = await o.authority.reply(query)
      o.authority.override = async () => ({ body })
    },
    end: endFaults,
  },
  'an authority stamps another digest': {
    place: 'time-stamp',
    code: 'lies',
    begin: () =>
      (o.authority.override = async query => {
        const altered = Buffer.from(query)
        const offset = altered.indexOf(Buffer.from('0420', 'hex')) + 2
        altered.writeUInt8((altered[offset] ?? 0) ^ 1, offset)
        return { body: await o.authority.reply(altered) }
      }),
    end: endFaults,
  },
  'an authority answers 500': {
    place: 'time-stamp',
    code: 'refused',
    begin: () => (o.authority.override = async () => ({ status: 500, body: Buffer.alloc(0) })),
    end: endFaults,
  },
  'an authority sends a page': {
    place: 'time-stamp',
    code: 'lies',
    begin: () => (o.authority.override = respondWith('<html>')),
    end: endFaults,
  },
  'an authority never stops sending': {
    place: 'time-stamp',
    code: 'unreachable',
    begin: () => (o.authority.override = async () => ({ body: Buffer.alloc(1024 * 1024) })),
    end: endFaults,
  },
  'a witness cosigns with another key': {
    place: 'witness witness.example/w1',
    code: 'lies',
    begin: () => (o.witness.override = () => ({ status: 200, body: '\u2014 other.example AAAAAAAA\n' })),
    end: endFaults,
  },
  'a witness cosigns an earlier checkpoint': {
    place: 'witness witness.example/w1',
    code: 'lies',
    async begin() {
      const [row] = await o.p.sql(
        `select answer from ledger_publication where place like 'witness%' and organization_id = $1 order by size limit 1`,
        [o.acme],
      )
      o.witness.override = () => ({ status: 200, body: String(row?.answer) })
    },
    end: endFaults,
  },
  'a witness cosigns for another year': {
    place: 'witness witness.example/w1',
    code: 'lies',
    begin: () => (o.witness.override = body => o.witness.cosignAt(body, o.p.clock.now() - 400 * 86_400_000)),
    end: endFaults,
  },
  'a witness contradicts itself': {
    place: 'witness witness.example/w1',
    code: 'refused',
    begin: () => (o.witness.override = () => ({ status: 409, body: '7\n', type: 'text/x.tlog.size' })),
    end: endFaults,
  },
  'a witness does not know the log': {
    place: 'witness witness.example/w1',
    code: 'refused',
    begin: () => (o.witness.override = () => ({ status: 404 })),
    end: endFaults,
  },
}

describe('external checkpoint places', { concurrency: false }, () => {
  for (const [name, { place, code, begin, end }] of Object.entries(faults)) {
    test(`${name}: the other places accept the checkpoint, and so does this one once it works again`, async t => {
      t.after(end)
      await begin()
      const { held, trouble } = await publishOne()
      assert.deepEqual(
        held,
        names.filter(other => other !== place),
      )
      assert.deepEqual(trouble, [`${place}: ${code}`])
      end()
      assert.equal(await retryLater(), 0)
    })
  }

  test('a place that fails for two hours raises one security event, without an address', async () => {
    o.authority.override = async () => ({ status: 500, body: Buffer.alloc(0) })
    for (let i = 0; i < 4; i++) await publishOne()
    endFaults()
    const events = await o.p.sql(`select record from security_event where type = 'ledgerNotPublished'`)
    assert.equal(events.length, 1)
    const { context } = JSON.parse(String(events[0]?.record))
    assert.deepEqual([context.check, context.code], ['time-stamp', 'refused'])
    assert.equal(await retryLater(), 0)
  })

  test('a witness with an unexpected size gets the proof from that size', async () => {
    const note = await readFile(join(o.folder, o.acme, '1', 'checkpoint'), 'utf8')
    const { origin } = parseCheckpoint(textOfNote(note))
    o.witness.seen.delete(origin)
    assert.deepEqual((await publishOne()).trouble, [])
    assert.ok(o.witness.seen.has(origin))
  })

  test('a place with a forbidden address is not contacted', async () => {
    const canary = createServer(socket => socket.destroy())
    await new Promise<void>(resolve => void canary.listen(0, '127.0.0.1', resolve))
    let visits = 0
    canary.on('connection', () => visits++)
    const { port } = canary.address() as { port: number }
    await using strict = await bootWithExternalPlaces({
      PROBATA_STORAGE_ALLOW: '10.9.9.9',
      PROBATA_TSA_URL: `http://127.0.0.1:${port}/`,
    })
    await strict.write()
    await strict.publish()
    canary.close()
    const trouble = await strict.p.sql('select distinct place from ledger_place_trouble order by place')
    assert.deepEqual([visits, trouble.map(({ place }) => place)], [0, names.slice(2)])
  })

  test('a witness that has seen more of the log than exists stops it', async () => {
    const note = await readFile(join(o.folder, o.acme, '1', 'checkpoint'), 'utf8')
    const checkpoint = parseCheckpoint(textOfNote(note))
    o.witness.seen.set(checkpoint.origin, { ...checkpoint, size: checkpoint.size + 1000 })
    await publishOne()
    const [state] = await o.p.sql('select stopped_at from ledger_cursor')
    assert.ok(state?.stopped_at)
  })
})
