import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { allowed } from '#test/receivers/behaviours.ts'
import { createNames } from '#test/receivers/names.ts'
import { http, receive } from '#test/receivers/receiver.ts'
import { createSender } from './send.ts'

const maxIdle = 1024
const origins = 1200
const groupSize = 20

test('a bounded number of connections stays open, regardless of the number of origins', async () => {
  const names = createNames()
  const guard = createGuard({ allow: networks(allowed), lookup: names.lookup })
  let open = 0
  let maxOpen = 0
  await using receiver = await receive({
    answer(socket) {
      open++
      maxOpen = Math.max(maxOpen, open)
      socket.once('end', () => open--)
      socket.write(http(200))
    },
  })
  await using sender = createSender({ guard })
  const { port } = new URL(receiver.url)
  for (let sentCount = 0; sentCount < origins; sentCount += groupSize) {
    const group = Array.from({ length: groupSize }, (_, i) => `origin-${sentCount + i}.test`)
    for (const name of group) names.set(name, () => [allowed])
    const posts = group.map(name =>
      sender.send({ url: new URL(`http://${name}:${port}/hook`), headers: {}, body: Buffer.from('{}') }),
    )
    for (const { status } of await Promise.all(posts)) assert.equal(status, 200)
    // Gives the receiver time to notice ended connections.
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }
  assert.equal(receiver.connections, origins)
  // The receiver may not yet have noticed the end of a few groups.
  assert.ok(maxOpen <= maxIdle + 4 * groupSize, `${maxOpen} connections were open at once`)
})
