import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { FairShare, type Slot } from './fair-share.ts'

/** The shares of a pool, with a stopped clock. Of 12 connections, two thirds are 8, half are 6 and a sixth are 2. */
const open = (t: TestContext, connections = 12) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const shares = new FairShare(connections)
  const running: { readonly name: string; readonly slot: Slot }[] = []
  const outcomes: string[] = []

  /** Requests connections for several kinds, one after the other. Returns the kinds that get one immediately. */
  const connect = async (...names: readonly string[]): Promise<string[]> => {
    for (const name of names)
      shares.take(name).then(
        slot => {
          outcomes.push(name)
          running.push({ name, slot })
        },
        error => outcomes.push(error.name),
      )
    await new Promise(setImmediate)
    return outcomes.splice(0)
  }
  /** Requests connections as `connect` does, and starts each immediately. */
  const take = async (...names: readonly string[]): Promise<string[]> => {
    const earlier = new Set(running)
    const taken = await connect(...names)
    for (const work of running) if (!earlier.has(work)) work.slot.start()
    return taken
  }
  /** Ends the oldest work of each named kind. Returns the work that began in its place or was rejected. */
  const end = async (...names: readonly string[]): Promise<string[]> => {
    for (const name of names) {
      const [work] = running.splice(
        running.findIndex(one => one.name === name),
        1,
      )
      work?.slot.release()
    }
    return take()
  }
  const pass = (ms: number): void => {
    now += ms
    t.mock.timers.tick(ms)
  }
  /** Makes kinds slow, by work that takes more than half a second. */
  const slowDown = async (...names: readonly string[]): Promise<void> => {
    await take(...names)
    pass(501)
    await end(...names)
  }
  return { shares, connect, take, end, pass, slowDown }
}

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name)

test('a kind gets two thirds of the connections, and other kinds get the rest', async t => {
  const { shares, take, end } = open(t)
  assert.deepEqual(await take(...times(9, 'read')), times(8, 'read'))
  assert.equal(shares.waiting, 1)
  assert.deepEqual(await take(...times(5, 'write')), times(4, 'write'))
  assert.equal(shares.waiting, 2)
  assert.deepEqual(await end('read'), ['read'])
  assert.deepEqual(await end('read'), ['write'])
  assert.equal(shares.waiting, 0)
})

test('waiting kinds take turns', async t => {
  const { take, end } = open(t)
  await take(...times(8, 'x'), ...times(4, 'y'))
  assert.deepEqual(await take('a', 'a', 'a', 'b', 'c'), [])
  assert.deepEqual(await end(...times(5, 'x')), ['a', 'b', 'c', 'a', 'a'])
})

test('a kind with work that lasts over 500 ms gets a sixth', async t => {
  const { take, end, pass } = open(t)
  await take('locked', 'locked')
  pass(500)
  assert.deepEqual(await take('locked'), ['locked'])
  pass(1)
  assert.deepEqual(await take('locked', ...times(8, 'read')), times(8, 'read'))
  assert.deepEqual(await end('locked'), [])
  assert.deepEqual(await end('locked'), ['locked'])
})

test('all slow kinds together get half, and the first work of each may begin while a third is left', async t => {
  const { take, slowDown } = open(t)
  const kinds = ['a', 'b', 'c', 'd', 'e', 'f']
  await slowDown(...kinds)
  assert.deepEqual(await take('a', 'a', 'a'), ['a', 'a'])
  assert.deepEqual(await take('b', 'b', 'c', 'c'), ['b', 'b', 'c', 'c'])
  assert.deepEqual(await take('d', 'd'), ['d'])
  assert.deepEqual(await take('e', 'f'), ['e'])
  assert.deepEqual(await take(...times(4, 'read')), times(4, 'read'))
})

test('work that has run for long counts as slow before more of its kind arrives', async t => {
  const { take, end, pass } = open(t)
  await take(...times(8, 'changes'), 'reads', 'reads', 'others', 'others')
  assert.deepEqual(await take('reads', 'quick'), [])
  pass(501)
  assert.deepEqual(await end('reads'), ['quick'])
})

test('a formerly slow kind can still begin if another became slow while it held many connections', async t => {
  const { take, end, pass, slowDown } = open(t)
  await slowDown('read', 'a', 'b', 'c')
  await take(...times(8, 'changes'))
  pass(501)
  assert.deepEqual(await take('read', 'a', 'b', 'c'), ['read', 'a', 'b'])
  assert.deepEqual(await take('quick'), ['quick'])
  assert.deepEqual(await end('quick'), [])
  assert.deepEqual(await end('read'), ['c'])
})

test('time spent connecting does not make a kind slow', async t => {
  const { connect, end, pass, take } = open(t)
  await connect('read')
  pass(501)
  assert.deepEqual(await end('read'), [])
  assert.deepEqual(await take(...times(3, 'read')), times(3, 'read'))
})

test('a kind counts as quick again after shorter work', async t => {
  const { take, end, slowDown } = open(t)
  await slowDown('read')
  assert.deepEqual(await take(...times(5, 'read')), ['read', 'read'])
  assert.deepEqual(await end('read'), times(3, 'read'))
  assert.deepEqual(await take(...times(5, 'read')), times(4, 'read'))
})

test('work that has waited for 5 s is rejected and gives up its share', async t => {
  const { shares, take, end, pass } = open(t)
  await take(...times(8, 'x'), ...times(4, 'y'), 'read', 'read')
  pass(1)
  assert.deepEqual(await take('read'), [])
  assert.deepEqual(await end('x'), ['read'])
  pass(4998)
  assert.deepEqual(await take(), [])
  pass(1)
  assert.deepEqual(await take(), ['PoolBusy'])
  assert.equal(shares.waiting, 1)
  assert.deepEqual(await end(...times(7, 'x')), ['read'])
  assert.equal(shares.waiting, 0)
  pass(5000)
  assert.deepEqual(await take(), [])
})

test('a single connection serves every kind', async t => {
  const { take, end, slowDown } = open(t, 1)
  await slowDown('read')
  assert.deepEqual(await take('read', 'read', 'write'), ['read'])
  assert.deepEqual(await end('read'), ['read'])
  assert.deepEqual(await end('read'), ['write'])
})
