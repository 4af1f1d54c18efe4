import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordSecurityEvent } from '#api/security-event.ts'
import { install } from '#db/database.ts'
import { withoutRsyslog as skip, startRsyslog } from '#test/receivers/rsyslog.ts'
import { jsonOf } from '#test/receivers/syslog.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'

test('rsyslog takes what is sent, and what was recorded while it was away', { skip }, async () => {
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
