import assert from 'node:assert/strict'
import { test } from 'node:test'
import { install } from '#db/database.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { withoutRsyslog as skip, startRsyslog } from '#test/receivers/rsyslog.ts'
import { jsonOf } from '#test/receivers/syslog.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'
import { createSyslogSink } from './syslog-sink.ts'

test('rsyslog receives events, including those recorded while it was down', { skip }, async () => {
  await using rsyslog = await startRsyslog()
  await using p = await boot({ provision: null, env: { PROBATA_SECURITY_LOG: rsyslog.address } })
  const record = () =>
    recordSecurityEvent(p.system.services, install, { type: 'jobStuck', context: { job: 'expire-claims' } })
  const first = await record()
  await p.system.securityLog?.ship()
  await until('received', async () => (await rsyslog.received()).length === 1)
  await rsyslog.stop()
  const missed = [await record(), await record()]
  await assert.rejects(async () => p.system.securityLog?.ship())
  await rsyslog.start()
  await p.system.securityLog?.ship()
  await until('received', async () => (await rsyslog.received()).length === 3)
  const lines = await rsyslog.received()
  assert.ok(
    lines.every(line => line.startsWith('13 4 probata jobStuck {')),
    String(lines[0]),
  )
  assert.deepEqual(lines.map(jsonOf), [first, ...missed])
})

test('rsyslog receives a long event as one message that is cut and marked', { skip }, async () => {
  await using rsyslog = await startRsyslog()
  const { hostname, port } = new URL(rsyslog.address)
  let cuts = 0
  const address = {
    kind: 'syslog',
    name: rsyslog.address,
    format: 'jsonl',
    host: hostname,
    port: Number(port),
  } as const
  const send = createSyslogSink(address, { onCut: () => cuts++ })
  const event = {
    ...{ id: 'sev_1', organizationId: 'install', type: 'jobStuck', severity: 'medium' },
    ...{ createdAt: '2026-11-27T00:00:00.000Z', context: { job: 'x'.repeat(20_000) } },
  } as const
  const lines = [event, { ...event, id: 'sev_2', context: { job: 'short' } }]
  await send(lines.map(item => ({ event: Object(item), text: JSON.stringify(item) })))
  await until('received', async () => (await rsyslog.received()).length === 2)
  const [long, short] = (await rsyslog.received()).map(jsonOf)
  assert.deepEqual([long.id, long.cut > 20_000, short, cuts], ['sev_1', true, lines[1], 1])
})
