import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Command } from './batch.ts'
import { CommitGroups } from './commit-groups.ts'
import { recordContinued } from './outcome.ts'
import { statement } from './statement.ts'

const emptyStatement = statement('test_nothing', {}, 'select')
const commandsOf = (name: string): Command[] => [{ statement: emptyStatement, values: [name] }]

/** Opens groups on a simulated server that responds on request; `sent` lists the names of each transaction. */
const openGroups = () => {
  const sent: string[] = []
  const pending: PromiseWithResolvers<void>[] = []
  // Each command returns one row, with its name.
  const groups = new CommitGroups(async commands => {
    sent.push(commands.map(({ values }) => values[0]).join(' '))
    const response = Promise.withResolvers<void>()
    pending.push(response)
    await response.promise
    return commands.map(({ values }) => [{ name: values[0] }])
  })
  const commit = (...names: string[]) => names.map(name => groups.commit('org_1', commandsOf(name)))
  /** Completes every transaction sent so far, or fails it with `error`, then lets pending promises settle. */
  const completeSent = async (error?: Error) => {
    for (const each of pending.splice(0)) error ? each.reject(error) : each.resolve()
    await setImmediate()
  }
  return { groups, sent, commit, completeSent }
}

const failure = (severity: 'ERROR' | 'FATAL') => {
  const error = new Error('duplicate key')
  if (severity === 'ERROR') recordContinued(error)
  return error
}

test('two commits are in progress at once; later ones form groups in order, which grow after each success', async () => {
  const { sent, commit, completeSent } = openGroups()
  const all = commit('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i')
  assert.deepEqual(sent, ['a', 'b'])
  await completeSent()
  assert.deepEqual(sent.slice(2), ['c d e f', 'g h i'])
  await completeSent()
  const rows = await Promise.all(all)
  assert.deepEqual(
    rows
      .flat(2)
      .map(({ name }) => name)
      .join(''),
    'abcdefghi',
    'each commit gets its own rows',
  )
})

test('a group has at most 16 members', async () => {
  const { sent, commit, completeSent } = openGroups()
  const all = commit(...Array.from({ length: 100 }, (_, i) => `${i}`))
  while (sent.join(' ').split(' ').length < 100) await completeSent()
  await completeSent()
  await Promise.all(all)
  assert.equal(Math.max(...sent.map(names => names.split(' ').length)), 16)
})

test('when a group fails, each member is committed alone, and only the faulty one fails', async () => {
  const { sent, commit, completeSent } = openGroups()
  const first = commit('a', 'b')
  const [c, d] = commit('c', 'd')
  await completeSent()
  await Promise.all(first)
  assert.deepEqual(sent, ['a', 'b', 'c d'])
  await completeSent(failure('ERROR'))
  assert.deepEqual(sent.slice(3), ['c', 'd'])
  await completeSent()
  await Promise.all([c, d])
  const [single] = commit('e')
  const rejection = assert.rejects(single ?? Promise.resolve(), /duplicate key/)
  await completeSent(failure('ERROR'))
  await rejection
  assert.equal(sent.length, 6)
})

for (const error of [failure('FATAL'), new Error('Connection terminated unexpectedly')]) {
  test(`a group with an unknown outcome is not sent again: ${error.message}`, async () => {
    const { sent, commit, completeSent } = openGroups()
    const all = commit('a', 'b', 'c', 'd')
    await completeSent()
    const outcome = Promise.allSettled(all)
    await completeSent(error)
    assert.deepEqual(
      (await outcome).map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
    )
    assert.equal(sent.length, 3)
  })
}

test('a group that waits for a lock frees its slot', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { sent, commit, completeSent } = openGroups()
  const all = commit('a', 'b', 'c')
  assert.deepEqual(sent, ['a', 'b'])
  t.mock.timers.tick(50)
  assert.deepEqual(sent, ['a', 'b', 'c'])
  await completeSent()
  await Promise.all(all)
  const more = commit('d', 'e', 'f')
  assert.deepEqual(sent.slice(3), ['d', 'e'])
  await completeSent()
  await completeSent()
  await Promise.all(more)
})

test('organizations do not share groups', async () => {
  const { groups, sent, commit, completeSent } = openGroups()
  const all = commit('a', 'b', 'c')
  const other = groups.commit('org_2', commandsOf('z'))
  assert.deepEqual(sent, ['a', 'b', 'z'])
  await completeSent()
  await completeSent()
  await Promise.all([...all, other])
})
