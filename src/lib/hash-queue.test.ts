import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHashQueue, Overloaded, type Rank } from './hash-queue.ts'

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}

/** Creates a queue with both slots occupied. `started` lists the names of the work that has begun since then. */
const createBusyQueue = () => {
  const queue = createHashQueue()
  const [first, second] = [gate(), gate()]
  const started: string[] = []
  const occupants = [queue.run('person', () => first.promise), queue.run('person', () => second.promise)]
  const enqueue = (rank: Rank, name: string) =>
    queue.run(rank, async () => {
      started.push(name)
    })
  return { queue, started, enqueue, first, second, occupants }
}

test('two hashes run at once, and a third waits', async () => {
  const { started, enqueue, first, occupants } = createBusyQueue()
  const third = enqueue('known', 'third')
  await new Promise(setImmediate)
  assert.deepEqual(started, [])
  first.open()
  await third
  assert.deepEqual(started, ['third'])
  await occupants[0]
})

test('the higher rank goes first, but every fourth turn goes to the longest waiting caller', async () => {
  const { started, enqueue, first, second, occupants } = createBusyQueue()
  const names: [Rank, string][] = [
    ['machine', 'm1'],
    ['machine', 'm2'],
    ['person', 'p1'],
    ['person', 'p2'],
    ['known', 'k1'],
    ['known', 'k2'],
    ['chosen', 'c1'],
  ]
  const requests = names.map(([rank, name]) => enqueue(rank, name))
  // Frees a single slot, so that the work starts one after the other.
  first.open()
  await Promise.all(requests)
  assert.deepEqual(started, ['c1', 'm1', 'k1', 'k2', 'p1', 'm2', 'p2'])
  second.open()
  await Promise.all(occupants)
})

test('32 callers of a rank can wait, and the next is rejected; other ranks can still wait', async () => {
  const { queue, enqueue, first, second } = createBusyQueue()
  const waiting = Array.from({ length: 32 }, (_, i) => enqueue('person', `p${i}`))
  await assert.rejects(enqueue('person', 'one more'), Overloaded)
  await assert.rejects(queue.pretend('person'), Overloaded)
  const known = enqueue('known', 'k')
  first.open()
  second.open()
  await Promise.all([...waiting, known])
})

test('simulated work waits as long as real work, but does not delay it', async () => {
  const { queue, started, enqueue, first, second } = createBusyQueue()
  let isFinished = false
  const simulatedWork = queue.pretend('known').then(() => {
    isFinished = true
  })
  const real = enqueue('person', 'p')
  await new Promise(setImmediate)
  assert.equal(isFinished, false)
  first.open()
  await Promise.all([simulatedWork, real])
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
