import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asIs, catalog, ids, importOf, read } from './small-profile.ts'

describe('changes that a profile makes', () => {
  const readModified = async (modify: object, ...keys: string[]) => {
    const { clauses, missing } = await read({ imports: [importOf(ids('a-1.1', 'a-2'))], merge: asIs, modify }, catalog)
    const texts = keys.map(key => clauses.find(({ clauseKey }) => clauseKey === key)?.text)
    return { texts, clauses, missing }
  }
  const alter = (changes: object, control = 'a-2') => ({ alters: [{ 'control-id': control, ...changes }] })
  const part = { name: 'item', prose: 'Added.' }

  test('no change: open parameters are in brackets', async () => {
    assert.deepEqual((await readModified({}, 'a-2')).texts, ['Tell [people] [daily / each [period]].'])
  })

  test('parameters get values, labels, choices and constraints; the later one applies', async () => {
    const set = (id: string, more: object) => ({ 'param-id': id, ...more })
    const { texts, missing } = await readModified(
      {
        'set-parameters': [
          set('who', { values: ['the board'] }),
          set('who', { values: ['all staff', 'the board'] }),
          set('often', { label: 'interval', constraints: [{ description: 'at least yearly' }] }),
          set('a-1_p', { values: ['x'] }),
        ],
      },
      'a-2',
    )
    assert.deepEqual(texts, ['Tell all staff, the board [daily / each [interval; at least yearly]].'])
    assert.deepEqual(missing, [{ kind: 'parameters', names: ['a-1_p'] }])
  })

  const adds: readonly [description: string, add: object, text: string][] = [
    [
      'after a part',
      { 'by-id': 'a-2_smt', position: 'after', parts: [{ ...part, name: 'statement' }] },
      'Tell.\nAdded.',
    ],
    [
      'before a part',
      { 'by-id': 'a-2_smt', position: 'before', parts: [{ ...part, name: 'statement' }] },
      'Added.\nTell.',
    ],
    ['inside a part', { 'by-id': 'a-2_smt', parts: [part] }, 'Tell.\nAdded.'],
    ['at the start', { position: 'starting', parts: [{ ...part, name: 'statement' }] }, 'Added.\nTell.'],
    ['at the end', { parts: [{ ...part, name: 'statement' }] }, 'Tell.\nAdded.'],
  ]
  for (const [description, add, expected] of adds)
    test(`adds text ${description}`, async () => {
      const { texts } = await readModified(alter({ adds: [add] }), 'a-2')
      assert.equal(texts[0]?.replace(/Tell .*/, 'Tell.'), expected)
    })

  test('changes a title, and the text of a control below the named one', async () => {
    const { clauses } = await readModified(
      alter({ adds: [{ title: 'Renamed' }, { 'by-id': 'a-1.1_smt', parts: [part] }] }, 'a-1'),
    )
    assert.deepEqual(
      clauses.filter(({ clauseKey }) => clauseKey.startsWith('a-1')).map(({ title, text }) => [title, text]),
      [
        ['A-1 Renamed', 'Do a-1.'],
        ['A-1.1 A-1.1', 'Do a-1.1.\nAdded.'],
      ],
    )
  })

  for (const [description, remove, expected] of [
    ['by id', { 'by-id': 'a-2_smt' }, ''],
    ['by name', { 'by-name': 'statement' }, ''],
    ['by item', { 'by-item-name': 'part' }, ''],
    ['by name and namespace', { 'by-name': 'statement', 'by-ns': 'http://csrc.nist.gov/ns/oscal' }, ''],
    [
      'only if all criteria match',
      { 'by-name': 'statement', 'by-class': 'x' },
      'Tell [people] [daily / each [period]].',
    ],
    ['only with a criterion', {}, 'Tell [people] [daily / each [period]].'],
  ] as const)
    test(`removes parts ${description}`, async () => {
      assert.deepEqual((await readModified(alter({ removes: [remove] }), 'a-2')).texts, [expected])
    })

  test('missing parts are reported', async () => {
    const { missing } = await readModified({
      alters: [
        { 'control-id': 'b-1', adds: [{ parts: [part] }] },
        { 'control-id': 'a-2', adds: [{ 'by-id': 'nowhere', parts: [part] }] },
      ],
    })
    assert.deepEqual(missing, [
      { kind: 'places', names: ['nowhere'] },
      { kind: 'altered', names: ['b-1'] },
    ])
  })
})
