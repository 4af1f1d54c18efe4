import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { install } from '#db/database.ts'
import { hour, minute, second } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import type { SecurityEventType } from '#shared/security-event-catalogue.ts'
import { freePort } from '#test/free-port.ts'
import { type Certificates, certificates } from '#test/receivers/certificates.ts'
import { idsOf, jsonOf, startSyslog } from '#test/receivers/syslog.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const record = (p: Probata, type: SecurityEventType = 'jobStuck') =>
  recordSecurityEvent(p.system.services, install, { type, context: { job: 'expire-claims' } })

const ship = async (p: Probata): Promise<number> => {
  assert.ok(p.system.securityLog)
  return p.system.securityLog.ship()
}

const eventsOfType = (p: Probata, type: string) => p.sql('select record from security_event where type = $1', [type])

let tls: Certificates
let folder: string
before(async () => {
  tls = await certificates()
  folder = await mkdtemp(join(tmpdir(), 'probata-security-log-'))
})
after(() => rm(folder, { recursive: true }))

const bootWith = (address: string, env = {}) =>
  boot({ provision: null, env: { PROBATA_SECURITY_LOG: address, ...env } })

describe('syslog over TLS', () => {
  test('each event is one framed message with level, type and JSON, and is sent once if nothing fails', async () => {
    await using receiver = await startSyslog(tls.good)
    await using p = await bootWith(`syslog+tls://localhost:${receiver.port}`)
    const events = [await record(p), await record(p, 'masterKeyUnreadableValues')]
    assert.equal(await ship(p), 2)
    assert.equal(await ship(p), 0)
    p.clock.advance(2 * minute)
    assert.equal(await ship(p), 0)
    const laterEvent = await record(p)
    assert.equal(await ship(p), 1)
    const messages = receiver.messages()
    assert.deepEqual(messages.map(jsonOf), [...events, laterEvent])
    const [first = '', secondMessage = ''] = messages
    assert.match(first, /^<108>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ probata \d+ jobStuck - \{/)
    assert.match(secondMessage, /^<106>1 \S+ \S+ probata \d+ masterKeyUnreadableValues - \{/)
  })

  test('events can be sent as OCSF', async () => {
    await using receiver = await startSyslog(tls.good)
    await using p = await bootWith(`syslog+tls://localhost:${receiver.port}?format=ocsf`)
    const { id } = await record(p)
    await ship(p)
    assert.deepEqual(
      receiver
        .messages()
        .map(jsonOf)
        .map(({ class_uid, metadata }) => [class_uid, metadata.uid]),
      [[2004, id]],
    )
  })

  test('nothing is sent to a peer that cannot prove that it is the receiver', async () => {
    for (const certificate of [tls.expired, tls.otherName, tls.unknown]) {
      await using receiver = await startSyslog(certificate)
      await using p = await bootWith(`syslog+tls://localhost:${receiver.port}`)
      await record(p)
      await assert.rejects(ship(p))
      assert.deepEqual(receiver.messages(), [])
    }
  })

  test('a receiver that requests our certificate accepts events only if it trusts the certificate', async () => {
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const [cert, key] = [await file('cert.pem', tls.good.cert), await file('key.pem', tls.good.key)]
    const options = { ...tls.good, ca: tls.unknown.cert, requestCert: true, rejectUnauthorized: true }
    await using strict = await startSyslog(options)
    await using untrusted = await bootWith(`syslog+tls://localhost:${strict.port}?cert=${cert}&key=${key}`)
    await record(untrusted)
    await assert.rejects(ship(untrusted))
    assert.deepEqual(strict.messages(), [])
    const { ca: _, ...withoutCa } = options
    await using receiver = await startSyslog(withoutCa)
    await using p = await bootWith(`syslog+tls://localhost:${receiver.port}?cert=${cert}&key=${key}`)
    const { id } = await record(p)
    await ship(p)
    assert.deepEqual(idsOf(receiver.messages()), [id])
  })

  test('an outage of an hour loses no event, and one event reports the outage', async () => {
    const port = await freePort()
    await using p = await bootWith(`syslog+tls://localhost:${port}`)
    const ids: string[] = []
    for (let i = 0; i < 60; i++) {
      ids.push((await record(p)).id)
      await assert.rejects(ship(p))
      p.clock.advance(minute)
    }
    const [outageEvent, ...more] = await eventsOfType(p, 'securityEventExportBehind')
    assert.equal(more.length, 0)
    const event = JSON.parse(String(outageEvent?.record))
    assert.deepEqual([event.organizationId, event.severity, event.context.code], ['install', 'medium', 'ECONNREFUSED'])
    assert.ok(!String(outageEvent?.record).includes('localhost') && !String(outageEvent?.record).includes(String(port)))
    await using receiver = await startSyslog(tls.good, port)
    assert.equal(await ship(p), 61)
    assert.deepEqual(idsOf(receiver.messages()).sort(), [...ids, event.id].sort())
    assert.deepEqual([await ship(p), (await eventsOfType(p, 'securityEventExportBehind')).length], [0, 1])
  })

  test('a second outage causes a second event', async () => {
    const port = await freePort()
    await using p = await bootWith(`syslog+tls://localhost:${port}`)
    for (const times of [1, 2]) {
      await record(p)
      p.clock.advance(6 * minute)
      await assert.rejects(ship(p))
      await assert.rejects(ship(p))
      assert.equal((await eventsOfType(p, 'securityEventExportBehind')).length, times)
      await using _receiver = await startSyslog(tls.good, port)
      await ship(p)
      p.clock.advance(2 * minute)
      await ship(p)
    }
  })

  test('messages count as not sent if the connection breaks after them', async () => {
    const port = await freePort()
    await using p = await bootWith(`syslog+tls://localhost:${port}`)
    const { id } = await record(p)
    {
      await using cuttingReceiver = await startSyslog(tls.good, port, true)
      await assert.rejects(ship(p))
      assert.equal(cuttingReceiver.connections(), 1)
    }
    await using receiver = await startSyslog(tls.good, port)
    await ship(p)
    assert.deepEqual(idsOf(receiver.messages()), [id])
  })

  test('a worker sends events within five seconds', async () => {
    await using receiver = await startSyslog(tls.good)
    await using p = await bootWith(`syslog+tls://localhost:${receiver.port}`, { PROBATA_ROLES: 'api,worker' })
    const { id } = await record(p)
    const startedAt = performance.now()
    await until('sent', async () => receiver.messages().length > 0)
    assert.ok(performance.now() - startedAt < 5 * second)
    assert.deepEqual(idsOf(receiver.messages()), [id])
  })
})

describe('a file', () => {
  const idsIn = async (path: string) =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).id)

  test('lines are appended to the file, even after its rotation', async () => {
    const path = join(folder, 'events.jsonl')
    await using p = await bootWith(`file:${path}`)
    const first = await record(p)
    await ship(p)
    await rename(path, `${path}.1`)
    const second = await record(p)
    await ship(p)
    assert.deepEqual([await idsIn(`${path}.1`), await idsIn(path)], [[first.id], [second.id]])
  })

  test('more events than one batch are written oldest first, each once', async () => {
    const path = join(folder, 'many.jsonl')
    await using p = await bootWith(`file:${path}`)
    const ids: string[] = []
    for (let i = 0; i < 1100; i++) ids.push((await record(p)).id)
    assert.equal(await ship(p), 1100)
    assert.equal(await ship(p), 0)
    assert.deepEqual(await idsIn(path), ids)
  })

  test('an event that commits late is not skipped', async () => {
    const path = join(folder, 'late.jsonl')
    await using p = await bootWith(`file:${path}`)
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { writeSecurityEvent } = await import('#shared/security-event.ts')
    const { services } = p.system
    const written = Promise.withResolvers<string>()
    const slow = services.db.transaction(install, async tx => {
      const { id } = writeSecurityEvent(
        { ...services, organizationId: install, tx },
        { type: 'jobMissed', context: {} },
      )
      written.resolve(id)
      await mayCommit
    })
    const lateId = await written.promise
    const early = await record(p)
    await ship(p)
    p.clock.advance(30 * second)
    await ship(p)
    commit()
    await slow
    await ship(p)
    p.clock.advance(hour)
    await ship(p)
    assert.deepEqual(await idsIn(path), [early.id, lateId])
  })

  test('every event is sent even if the clock is set back', async () => {
    const path = join(folder, 'ahead.jsonl')
    await using p = await bootWith(`file:${path}`)
    p.clock.advance(hour)
    const early = await record(p)
    p.clock.advance(2 * minute)
    await ship(p)
    p.clock.advance(-hour)
    const second = await record(p)
    await ship(p)
    assert.equal(await ship(p), 0)
    assert.deepEqual([...new Set(await idsIn(path))], [early.id, second.id])
    // The clock has passed the bookmark again.
    p.clock.advance(hour)
    const last = await record(p)
    assert.deepEqual([await ship(p), await ship(p)], [1, 0])
    assert.equal((await idsIn(path)).at(-1), last.id)
  })

  test('a file that other users can read prevents the start with a message, or stops the sending later', async () => {
    const path = join(folder, 'open.jsonl')
    await writeFile(path, '')
    await chmod(path, 0o644)
    await assert.rejects(
      bootWith(`file:${path}`),
      /^ConfigError: .*PROBATA_SECURITY_LOG.* names a file that can be opened by every user; run chmod 640 on it/s,
    )
    await chmod(path, 0o600)
    await using p = await bootWith(`file:${path}`)
    const { id } = await record(p)
    await chmod(path, 0o644)
    await assert.rejects(ship(p), { code: 'EPERM' })
    await chmod(path, 0o600)
    await ship(p)
    assert.deepEqual(await idsIn(path), [id])
  })

  test('only one node sends; another continues where it stopped', async () => {
    const path = join(folder, 'nodes.jsonl')
    await using p = await bootWith(`file:${path}`)
    const env = { PROBATA_SECURITY_LOG: `file:${path}` }
    await using other = await boot({ provision: null, database: p.connection, env })
    const first = await record(p)
    p.clock.advance(2 * minute)
    other.clock.advance(2 * minute)
    assert.deepEqual([await ship(p), await ship(other)], [1, 0])
    other.clock.advance(minute)
    const second = await record(p)
    assert.deepEqual([await ship(other), await ship(p)], [1, 0])
    assert.deepEqual(await idsIn(path), [first.id, second.id])
  })
})
