import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHashQueue, Overloaded, type Rank } from './hash-queue.ts'

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}

/** A queue with both slots taken, and the names of the work started since. */
const busy = () => {
  const queue = createHashQueue()
  const [first, second] = [gate(), gate()]
  const started: string[] = []
  const occupants = [queue.run('person', () => first.promise), queue.run('person', () => second.promise)]
  const ask = (rank: Rank, name: string) =>
    queue.run(rank, async () => {
      started.push(name)
    })
  return { queue, started, ask, first, second, occupants }
}

test('two run at once, and a third waits', async () => {
  const { started, ask, first, occupants } = busy()
  const third = ask('known', 'third')
  await new Promise(setImmediate)
  assert.deepEqual(started, [])
  first.open()
  await third
  assert.deepEqual(started, ['third'])
  await occupants[0]
})

test('the higher rank goes first, but every fourth turn goes to the one that waited longest', async () => {
  const { started, ask, first, second, occupants } = busy()
  const names: [Rank, string][] = [
    ['machine', 'm1'],
    ['machine', 'm2'],
    ['person', 'p1'],
    ['person', 'p2'],
    ['known', 'k1'],
    ['known', 'k2'],
    ['chosen', 'c1'],
  ]
  const asked = names.map(([rank, name]) => ask(rank, name))
  // A single slot, so that they start one after the other.
  first.open()
  await Promise.all(asked)
  assert.deepEqual(started, ['c1', 'm1', 'k1', 'k2', 'p1', 'm2', 'p2'])
  second.open()
  await Promise.all(occupants)
})

test('32 of a rank wait, the next is asked to retry; the other ranks still wait', async () => {
  const { queue, ask, first, second } = busy()
  const waiting = Array.from({ length: 32 }, (_, i) => ask('person', `p${i}`))
  await assert.rejects(ask('person', 'one more'), Overloaded)
  await assert.rejects(queue.pretend('person'), Overloaded)
  const known = ask('known', 'k')
  first.open()
  second.open()
  await Promise.all([...waiting, known])
})

test('simulated work waits as long as real work, but does not delay it', async () => {
  const { queue, started, ask, first, second } = busy()
  let isFinished = false
  const pretence = queue.pretend('known').then(() => {
    isFinished = true
  })
  const real = ask('person', 'p')
  await new Promise(setImmediate)
  assert.equal(isFinished, false)
  first.open()
  await Promise.all([pretence, real])
  assert.deepEqual(started, ['p'])
  second.open()
})

test('failed work releases its slot', async () => {
  const queue = createHashQueue()
  for (let i = 0; i < 5; i++)
    await assert.rejects(
      queue.run('person', () => Promise.reject(new Error('no'))),
      /no/,
    )
  assert.equal(await queue.run('person', async () => 7), 7)
})
