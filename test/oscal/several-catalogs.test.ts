import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'
import { asIs, control, file, ids } from './small-profile.ts'

const group = (id: string, ...controls: object[]) => ({ id, title: id.toUpperCase(), controls })
const files = {
  'one.json': {
    catalog: {
      uuid: '0c1f4f0e-0000-4000-8000-000000000001',
      groups: [group('x', control('x-1'), control('x-2')), group('y', control('y-1'))],
    },
  },
  'two.json': {
    catalog: {
      groups: [
        group('x', control('x-9'), control('x-1', { title: 'Other' })),
        { title: 'No id', controls: [control('n-1')] },
      ],
    },
  },
  'inner.json': {
    profile: {
      imports: [{ href: '../catalogs/one.xml?raw=1', 'include-controls': [ids('x-1', 'y-1')] }],
      merge: asIs,
      modify: { alters: [{ 'control-id': 'y-1', adds: [{ title: 'Changed inside' }] }] },
    },
  },
} as const

const read = (profile: object, ...names: readonly (keyof typeof files)[]) =>
  readClauseFile(file('profile.json', { profile }), { catalogs: names.map(name => file(name, files[name])) })
const importFrom = (href: string, ...controlIds: string[]) => ({ href, 'include-controls': [ids(...controlIds)] })
const readTree = async (...args: Parameters<typeof read>) => {
  const { clauses, missing } = await read(...args)
  return { clauses: clauses.map(({ clauseKey, parentKey }) => [clauseKey, parentKey]), missing, all: clauses }
}
const assertRejected = (reason: Reason, messagePattern: RegExp, ...args: Parameters<typeof read>) =>
  assert.rejects(
    read(...args),
    error => error instanceof UnreadableFile && error.reason === reason && messagePattern.test(error.message),
  )

describe('a profile of several documents', () => {
  const imports = [
    importFrom('catalogs/ONE.xml', 'x-2', 'y-1'),
    importFrom('https://example.org/two.yaml#top', 'x-9', 'n-1'),
  ]

  test('is resolved document by document, flat in the order of its imports', async () => {
    const { clauses, missing } = await readTree({ imports }, 'two.json', 'one.json')
    assert.deepEqual(clauses, [
      ['x-2', null],
      ['y-1', null],
      ['x-9', null],
      ['n-1', null],
    ])
    assert.deepEqual(missing, [])
  })

  test('keeps groups: those with the same id are merged, and those without an id stay separate', async () => {
    const { clauses } = await readTree({ imports, merge: asIs }, 'one.json', 'two.json')
    assert.deepEqual(clauses, [
      ['x', null],
      ['x-2', 'x'],
      ['x-9', 'x'],
      ['y', null],
      ['y-1', 'y'],
      ['No id', null],
      ['n-1', 'No id'],
    ])
  })

  test('is arranged in its own groups, from both catalogs', async () => {
    const custom = {
      groups: [
        {
          id: 'g',
          title: 'G',
          'insert-controls': [{ order: 'descending', 'include-controls': [ids('x-9', 'x-2', 'x-1')] }],
        },
      ],
      'insert-controls': [{ 'include-controls': [ids('x-9')] }],
    }
    const { clauses, missing } = await readTree({ imports, merge: { custom } }, 'one.json', 'two.json')
    assert.deepEqual(clauses, [
      ['g', null],
      ['x-9', 'g'],
      ['x-2', 'g'],
    ])
    assert.deepEqual(missing, [
      { kind: 'excluded', names: ['x-1'] },
      { kind: 'repeated', names: ['x-9'] },
      { kind: 'uninserted', names: ['y-1', 'n-1'] },
    ])
  })

  test('a control that is changed but not inserted is not reported as missing', async () => {
    const custom = { groups: [{ id: 'g', 'insert-controls': [{ 'include-controls': [ids('x-2')] }] }] }
    const modify = {
      alters: [
        { 'control-id': 'y-1', adds: [{ title: 'Y' }] },
        { 'control-id': 'x-1', adds: [{ title: 'X' }] },
      ],
    }
    const { missing } = await readTree({ imports: imports.slice(0, 1), merge: { custom }, modify }, 'one.json')
    assert.deepEqual(missing, [
      { kind: 'uninserted', names: ['y-1'] },
      { kind: 'altered', names: ['x-1'] },
    ])
  })

  test('resolves an imported profile first, with its changes', async () => {
    const { clauses, all } = await readTree(
      { imports: [importFrom('inner.xml', 'y-1')], merge: asIs },
      'inner.json',
      'one.json',
    )
    assert.deepEqual(clauses, [
      ['y', null],
      ['y-1', 'y'],
    ])
    assert.equal(all[1]?.title, 'Y-1 Changed inside')
  })

  test('finds a catalog by the identifier of a resource, and of the catalog itself', async () => {
    const uuid = '6f1f4f0e-0000-4000-8000-00000000000A'
    const resource = { uuid, rlinks: [{ href: './two.json' }] }
    const bothImports = [
      importFrom(`#${uuid.toLowerCase()}`, 'x-9'),
      importFrom('#0C1F4F0E-0000-4000-8000-000000000001', 'x-2'),
    ]
    const { clauses } = await readTree(
      { imports: bothImports, 'back-matter': { resources: [resource] } },
      'one.json',
      'two.json',
    )
    assert.deepEqual(clauses, [
      ['x-9', null],
      ['x-2', null],
    ])
  })

  test('unused files are reported, and missing imports are rejected by name', async () => {
    const { missing } = await readTree({ imports: imports.slice(0, 1) }, 'one.json', 'two.json')
    assert.deepEqual(missing, [{ kind: 'unused', names: ['two.json'] }])
    await assertRejected('importMissing', /two\.yaml/, { imports }, 'one.json')
    await assertRejected('importMissing', /one\.xml/, { imports: [importFrom('inner.xml', 'y-1')] }, 'inner.json')
  })
})

describe('controls with the same id', () => {
  const clash = [importFrom('one.json', 'x-1'), importFrom('two.json', 'x-1')]
  const repeatedImport = [importFrom('one.json', 'x-1', 'x-2'), importFrom('one.json', 'x-1')]
  const combine = (method: string) => ({ merge: { combine: { method } } })

  test('from different catalogs are rejected by keep and merge; use-first takes the first', async () => {
    await assertRejected('clash', /x-1/, { imports: clash }, 'one.json', 'two.json')
    await assertRejected('combineMerge', /x-1/, { imports: clash, ...combine('merge') }, 'one.json', 'two.json')
    const { all } = await readTree({ imports: clash, ...combine('use-first') }, 'one.json', 'two.json')
    assert.deepEqual(
      all.map(({ title }) => title),
      ['X-1 X-1'],
    )
  })

  test('from one catalog are one clause; keep reports them', async () => {
    for (const [method, names] of [
      ['keep', ['x-1']],
      ['use-first', []],
      ['merge', []],
    ] as const) {
      const { clauses, missing } = await readTree({ imports: repeatedImport, ...combine(method) }, 'one.json')
      assert.deepEqual(clauses, [
        ['x-1', null],
        ['x-2', null],
      ])
      assert.deepEqual(
        missing.flatMap(({ names }) => names),
        names,
      )
    }
  })
})
