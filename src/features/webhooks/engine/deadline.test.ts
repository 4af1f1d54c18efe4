import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import test, { suite } from 'node:test'
import { networks } from '#lib/networks.ts'
import { allowed } from '#test/receivers/behaviours.ts'
import { kinds } from '#test/receivers/kinds.ts'
import { createNames } from '#test/receivers/names.ts'
import { receive } from '#test/receivers/receiver.ts'
import { createGuard } from './guard.ts'
import { createSender } from './send.ts'

const names = createNames()
const guard = createGuard({ allow: networks(allowed), lookup: names.lookup })
const headers = { 'content-type': 'application/json' }
const body = Buffer.from('{}')

suite('the deadline of 10 s, in a process that does nothing else', { concurrency: true }, async () => {
  await using warm = await receive()
  await using warming = createSender({ guard })
  for (let i = 0; i < 50; i++) await warming.send({ url: new URL(warm.url), headers, body })

  for (const { kind, start, expected } of kinds.filter(({ isLong }) => isLong)) {
    test(kind, async () => {
      await using receiver = await start(names)
      await using sender = createSender({ guard })
      for (const { status, failure, truncated, ms: [least, most] = [0, 0] } of expected) {
        using lag = monitorEventLoopDelay({ resolution: 5 })
        lag.enable()
        const exchange = await sender.send({ url: new URL(receiver.url), headers, body })
        const { ms } = exchange
        assert.deepEqual(
          { status: exchange.status, failure: exchange.failure, truncated: exchange.truncated },
          { status, failure, truncated },
        )
        const late = lag.max / 1e6
        assert.ok(ms >= least && ms <= most + late, `${ms} ms, and the event loop was late by ${late} ms`)
      }
    })
  }
})
