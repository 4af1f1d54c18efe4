import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import test, { before, suite } from 'node:test'
import { createGuard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { allowed } from '#test/receivers/behaviours.ts'
import { kinds } from '#test/receivers/kinds.ts'
import { createNames } from '#test/receivers/names.ts'
import { receive } from '#test/receivers/receiver.ts'
import type { Exchange } from './exchange.ts'
import { createSender } from './send.ts'

const names = createNames()
const guard = createGuard({ allow: networks(allowed), lookup: names.lookup })
const headers = { 'content-type': 'application/json' }
const body = Buffer.from('{}')

/**
 * Runs a send up to three times, until the event loop is late by less than 50 ms: with more delay, a run cannot verify
 * a bound of 100 ms.
 */
const sendUndelayed = async (send: () => Promise<Exchange>) => {
  for (let run = 1; ; run++) {
    using lag = monitorEventLoopDelay({ resolution: 5 })
    lag.enable()
    const exchange = await send()
    const lagMs = lag.max / 1e6
    if (lagMs < 50 || run === 3) return { exchange, lagMs }
  }
}

before(async () => {
  await using warmReceiver = await receive()
  await using warmSender = createSender({ guard })
  for (let i = 0; i < 50; i++) await warmSender.send({ url: new URL(warmReceiver.url), headers, body })
})

suite('the deadline of 10 s, in an otherwise idle process', { concurrency: true }, () => {
  for (const { kind, start, expected } of kinds.filter(({ isLong }) => isLong)) {
    test(kind, async () => {
      await using receiver = await start(names)
      await using sender = createSender({ guard })
      const [{ status, failure, truncated, ms: [min, max] = [0, 0] } = assert.fail()] = expected
      const { exchange, lagMs } = await sendUndelayed(() => sender.send({ url: new URL(receiver.url), headers, body }))
      assert.deepEqual([exchange.status, exchange.failure, exchange.truncated], [status, failure, truncated])
      assert.ok(exchange.ms >= min && exchange.ms <= max + lagMs, `${exchange.ms} ms, event loop late by ${lagMs} ms`)
    })
  }
})
