import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matches } from '#client/import/profile-select.ts'
import { readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'
import { asIs, catalog, control, file, ids, importOf, read, text } from './small-profile.ts'

type ClauseTree = readonly (readonly [key: string, parent: string | null])[]
const selections: readonly [title: string, profile: object, expected: ClauseTree, missing?: object[]][] = [
  [
    'everything',
    { imports: [{ href: '#c', 'include-all': {} }], merge: asIs },
    [
      ['a', null],
      ['a-1', 'a'],
      ['a-1.1', 'a-1'],
      ['a-1.1.1', 'a-1.1'],
      ['a-1.2', 'a-1'],
      ['a-2', 'a'],
      ['b', null],
      ['b-1', 'b'],
      ['b-10', 'b'],
      ['c', null],
      ['z-1', null],
    ],
  ],
  [
    'some by id, with their parents',
    { imports: [importOf(ids('a-1.1.1', 'b-1', 'x-1'))], merge: asIs },
    [
      ['a', null],
      ['a-1', 'a'],
      ['a-1.1', 'a-1'],
      ['a-1.1.1', 'a-1.1'],
      ['b', null],
      ['b-1', 'b'],
      ['c', null],
    ],
    [{ kind: 'controls', names: ['x-1'] }],
  ],
  [
    'one with all its children',
    { imports: [importOf({ ...ids('a-1'), 'with-child-controls': 'yes' })], merge: {} },
    [
      ['a-1', null],
      ['a-1.1', null],
      ['a-1.1.1', null],
      ['a-1.2', null],
    ],
  ],
  [
    'by pattern, without excluded ones; a child replaces its parent',
    {
      imports: [
        { ...importOf({ matching: [{ pattern: 'a-1*' }, { pattern: 'y?' }, {}] }), 'exclude-controls': [ids('a-1.1')] },
      ],
      merge: asIs,
    },
    [
      ['a', null],
      ['a-1', 'a'],
      ['a-1.1.1', 'a-1'],
      ['a-1.2', 'a-1'],
      ['c', null],
    ],
    [{ kind: 'patterns', names: ['y?', ''] }],
  ],
  [
    'from several imports, flat by default',
    { imports: [importOf(ids('b-1')), importOf(ids('a-2'))] },
    [
      ['b-1', null],
      ['a-2', null],
    ],
  ],
  [
    'the same twice; the first one applies',
    {
      imports: [importOf(ids('b-1', 'a-2')), importOf(ids('b-1'))],
      merge: { combine: { method: 'use-first' }, flat: {} },
    },
    [
      ['a-2', null],
      ['b-1', null],
    ],
  ],
  [
    'in its own groups',
    {
      imports: [{ href: '#c', 'include-all': {} }],
      merge: {
        custom: {
          groups: [
            {
              id: 'mine',
              title: 'Mine',
              'insert-controls': [{ order: 'descending', 'include-controls': [{ matching: [{ pattern: 'b-*' }] }] }],
            },
            {
              id: 'a',
              groups: [{ title: 'Inner', 'insert-controls': [{ 'include-controls': [ids('a-2', 'a-1', 'no')] }] }],
            },
          ],
          'insert-controls': [
            { 'include-all': {}, 'exclude-controls': [{ matching: [{ pattern: 'a*' }, { pattern: 'b*' }] }] },
          ],
        },
      },
    },
    [
      ['mine', null],
      ['b-10', 'mine'],
      ['b-1', 'mine'],
      ['a', null],
      ['Inner', 'a'],
      ['a-2', 'Inner'],
      ['a-1', 'Inner'],
      ['z-1', null],
    ],
    [
      { kind: 'controls', names: ['no'] },
      { kind: 'uninserted', names: ['a-1.1', 'a-1.1.1', 'a-1.2'] },
    ],
  ],
]

describe('a profile selects', () => {
  for (const [title, profile, expected, missing = []] of selections)
    test(title, async () => {
      const result = await read(profile, catalog)
      assert.deepEqual(
        result.clauses.map(({ clauseKey, parentKey }) => [clauseKey, parentKey]),
        expected,
      )
      assert.deepEqual(result.missing, missing)
      assert.equal(result.losses.renamedKeys, 0)
    })

  test("its own group with the id of a catalog's group gets that group's title", async () => {
    const { clauses } = await read(
      { imports: [importOf(ids('a-2'))], merge: { custom: { groups: [{ id: 'a' }] } } },
      catalog,
    )
    assert.deepEqual(
      clauses.map(({ title }) => title),
      ['First'],
    )
  })

  for (const [pattern, id, expected] of [
    ['a*', 'a-1', true],
    ['*', '', true],
    ['?-1', 'a-1', true],
    ['a?1', 'a-11', false],
    ['*1*1', 'a-1.1', true],
    ['a.1', 'a-1', false],
    ['*a'.repeat(5000), 'a'.repeat(4000), false],
  ] as const)
    test(`${pattern.slice(0, 10)} ${expected ? 'fits' : 'does not fit'} ${id.slice(0, 10)}`, () => {
      assert.equal(matches(pattern, id), expected)
    })
})

describe('a profile is rejected', () => {
  const includeAll = { imports: [{ href: '#c', 'include-all': {} }] }
  const combine = (method: string) => ({ ...includeAll, merge: { combine: { method } } })
  const rejections: readonly [profile: object, reason: Reason, companion?: object][] = [
    [{ imports: [{ href: 'x.json' }, { href: 'y.json' }] }, 'importMissing'],
    [combine('best'), 'combineUnknown'],
    [{ ...includeAll, merge: { flat: {}, 'as-is': true } }, 'severalStructures'],
    [{ imports: [{ href: '#c', mapping: {} }] }, 'remapped'],
    [{ imports: [] }, 'noImports'],
    [includeAll, 'importMissing', { profile: includeAll }],
    [includeAll, 'extraFileNotCatalog', { 'component-definition': {} }],
    [includeAll, 'catalogRepeats', { catalog: { controls: [control('a'), control('a')] } }],
    [includeAll, 'noneSelected', { catalog: {} }],
  ]
  for (const [profile, reason, companion = catalog] of rejections)
    test(`${reason}: ${JSON.stringify(profile).slice(0, 60)}`, async () => {
      await assert.rejects(
        read(profile, companion),
        error => error instanceof UnreadableFile && error.reason === reason,
      )
    })

  test('without its catalog; so is a catalog with an additional file', async () => {
    const hasReason = (reason: Reason) => (error: unknown) => error instanceof UnreadableFile && error.reason === reason
    await assert.rejects(readClauseFile(file('p.json', { profile: includeAll })), hasReason('needsCatalog'))
    const extraFiles = { catalogs: [file('c.json', catalog)] }
    await assert.rejects(readClauseFile(file('c.json', catalog), extraFiles), hasReason('catalogWithoutProfile'))
    await assert.rejects(
      readClauseFile({ ...file('c.csv', ''), name: 'c.csv' }, extraFiles),
      hasReason('catalogWithoutProfile'),
    )
  })

  test('a text that would grow without limit is cut off', async () => {
    const params = Array.from({ length: 6 }, (_, i) => ({
      id: `p${i}`,
      label: `{{ insert: param, p${i + 1} }} `.repeat(90),
    }))
    const growing = {
      catalog: { params, controls: [control('a', { parts: [text('a', '{{ insert: param, p0 }}'.repeat(100))] })] },
    }
    const { clauses } = await readClauseFile(file('c.json', growing))
    assert.ok((clauses[0]?.text.length ?? 0) <= 50_000)
  })
})
