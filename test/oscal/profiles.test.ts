import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { matches } from '#client/import/profile-select.ts'
import { readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'

const packed = (name: string) => JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, name))).toString())
const file = (name: string, of: unknown) => ({ name, bytes: new TextEncoder().encode(JSON.stringify(of)) })
const read = (profile: object, catalog: unknown) =>
  readClauseFile(file('profile.json', { profile }), { catalog: file('catalog.json', catalog) })

describe('baselines of NIST', () => {
  const outline = packed('nist-800-53-rev5-outline.json.gz')
  const baselines: Record<string, { profile: object; resolved: [id: string, parent: string | null][] }> = packed(
    'nist-800-53-rev5-baselines.json.gz',
  )
  const counts = { HIGH: 370, MODERATE: 287, LOW: 149, PRIVACY: 102 }
  for (const [name, count] of Object.entries(counts))
    test(`${name} selects what NIST's own resolution has, in its order`, async () => {
      const { profile, resolved = [] } = baselines[name] ?? {}
      const { clauses, missing } = await read(profile ?? {}, outline)
      assert.deepEqual(missing, [])
      assert.deepEqual(
        clauses.map(({ clauseKey, parentKey }) => [clauseKey, parentKey]),
        resolved,
      )
      assert.equal(resolved.filter(([id]) => id.includes('-')).length, count)
    })

  test('of a part of the catalog the rest is named as missing', async () => {
    const part = JSON.parse(readFileSync(join(import.meta.dirname, 'nist-800-53-moderate-part.json'), 'utf8'))
    const { clauses, missing } = await read(baselines.LOW?.profile ?? {}, part)
    const names = missing.flatMap(({ names }) => names)
    assert.deepEqual(
      missing.map(({ kind }) => kind),
      ['controls'],
    )
    assert.equal(clauses.filter(({ clauseKey }) => clauseKey.includes('-')).length + names.length, counts.LOW)
    assert.ok(names.includes('si-12') && !names.includes('ac-1'))
  })
})

const text = (id: string, prose: string) => ({ id: `${id}_smt`, name: 'statement', prose })
const control = (id: string, more: object = {}) => ({
  id,
  title: id.toUpperCase(),
  parts: [text(id, `Do ${id}.`)],
  ...more,
})
const child = (id: string, ...controls: object[]) => control(id, { controls })
const catalog = {
  catalog: {
    params: [{ id: 'who', label: 'people' }],
    groups: [
      {
        id: 'a',
        title: 'First',
        params: [{ id: 'often', label: 'period' }],
        controls: [
          child('a-1', child('a-1.1', control('a-1.1.1')), control('a-1.2')),
          control('a-2', {
            params: [{ id: 'a-2_p', select: { choice: ['daily', 'each {{ insert: param, often }}'] } }],
            parts: [
              text('a-2', 'Tell {{ insert: param, who }} {{ insert: param, a-2_p }}.'),
              { id: 'a-2_gdn', name: 'guidance', prose: 'Why' },
            ],
          }),
        ],
      },
      { id: 'b', title: 'Second', controls: [control('b-1'), control('b-10')] },
      { id: 'c', title: 'Kept', props: [{ name: 'keep', value: 'always' }] },
    ],
    controls: [control('z-1')],
  },
}
const ids = (...with_: string[]) => ({ 'with-ids': with_ })
const of = (...controls: object[]) => ({ href: '#c', 'include-controls': controls })
const asIs = { 'as-is': true }

type Told = readonly (readonly [key: string, parent: string | null])[]
const selections: readonly [what: string, profile: object, expected: Told, missing?: object[]][] = [
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
    'some by id, with what they stand below',
    { imports: [of(ids('a-1.1.1', 'b-1', 'x-1'))], merge: asIs },
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
    'one with all below it',
    { imports: [of({ ...ids('a-1'), 'with-child-controls': 'yes' })], merge: {} },
    [
      ['a-1', null],
      ['a-1.1', null],
      ['a-1.1.1', null],
      ['a-1.2', null],
    ],
  ],
  [
    'by pattern, without what is excluded; a child takes the place of its parent',
    {
      imports: [
        { ...of({ matching: [{ pattern: 'a-1*' }, { pattern: 'y?' }, {}] }), 'exclude-controls': [ids('a-1.1')] },
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
    'from several imports, flat where nothing is asked for',
    { imports: [of(ids('b-1')), of(ids('a-2'))] },
    [
      ['b-1', null],
      ['a-2', null],
    ],
  ],
  [
    'the same twice, of which the first counts',
    {
      imports: [of(ids('b-1', 'a-2')), of(ids('b-1'))],
      merge: { combine: { method: 'use-first' }, flat: {} },
    },
    [
      ['a-2', null],
      ['b-1', null],
    ],
  ],
  [
    'in groups of its own',
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
    [{ kind: 'controls', names: ['no'] }],
  ],
]

describe('a profile selects', () => {
  for (const [what, profile, expected, missing = []] of selections)
    test(what, async () => {
      const found = await read(profile, catalog)
      assert.deepEqual(
        found.clauses.map(({ clauseKey, parentKey }) => [clauseKey, parentKey]),
        expected,
      )
      assert.deepEqual(found.missing, missing)
      assert.equal(found.losses.renamedKeys, 0)
    })

  test('a group of its own with the id of one of the catalog has its title', async () => {
    const { clauses } = await read({ imports: [of(ids('a-2'))], merge: { custom: { groups: [{ id: 'a' }] } } }, catalog)
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

describe('a profile changes', () => {
  const changed = async (modify: object, ...keys: string[]) => {
    const { clauses, missing } = await read({ imports: [of(ids('a-1.1', 'a-2'))], merge: asIs, modify }, catalog)
    const texts = keys.map(key => clauses.find(({ clauseKey }) => clauseKey === key)?.text)
    return { texts, clauses, missing }
  }
  const alter = (of: object, control = 'a-2') => ({ alters: [{ 'control-id': control, ...of }] })
  const part = { name: 'item', prose: 'Added.' }

  test('nothing: what is open stands in brackets', async () => {
    assert.deepEqual((await changed({}, 'a-2')).texts, ['Tell [people] [daily / each [period]].'])
  })

  test('parameters: values, labels, choices, and what they have to satisfy; the later counts', async () => {
    const set = (id: string, more: object) => ({ 'param-id': id, ...more })
    const { texts, missing } = await changed(
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

  const adds: readonly [what: string, add: object, text: string][] = [
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
  for (const [what, add, expected] of adds)
    test(`what is asked for, ${what}`, async () => {
      const { texts } = await changed(alter({ adds: [add] }), 'a-2')
      assert.equal(texts[0]?.replace(/Tell .*/, 'Tell.'), expected)
    })

  test('a title, and a control below the one that it names', async () => {
    const { clauses } = await changed(
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

  for (const [what, remove, expected] of [
    ['by id', { 'by-id': 'a-2_smt' }, ''],
    ['by name', { 'by-name': 'statement' }, ''],
    ['by item', { 'by-item-name': 'part' }, ''],
    ['by name and namespace', { 'by-name': 'statement', 'by-ns': 'http://csrc.nist.gov/ns/oscal' }, ''],
    ['by all that it says', { 'by-name': 'statement', 'by-class': 'x' }, 'Tell [people] [daily / each [period]].'],
    ['by nothing', {}, 'Tell [people] [daily / each [period]].'],
  ] as const)
    test(`what it removes ${what}`, async () => {
      assert.deepEqual((await changed(alter({ removes: [remove] }), 'a-2')).texts, [expected])
    })

  test('what is not there is named', async () => {
    const { missing } = await changed({
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

describe('a profile is refused', () => {
  const all = { imports: [{ href: '#c', 'include-all': {} }] }
  const combine = (method: string) => ({ ...all, merge: { combine: { method } } })
  const refused: readonly [profile: object, reason: Reason, beside?: object][] = [
    [combine('merge'), 'combineMerge'],
    [combine('best'), 'combineUnknown'],
    [{ ...all, merge: { flat: {}, 'as-is': true } }, 'severalStructures'],
    [{ imports: [of(ids('a-2')), of(ids('a-2'))] }, 'clash'],
    [{ imports: [{ href: '#c' }, { href: '#d' }] }, 'severalCatalogs'],
    [{ imports: [{ href: '#c', mapping: {} }] }, 'remapped'],
    [{ imports: [] }, 'noImports'],
    [all, 'besideProfile', { profile: all }],
    [all, 'besideNoCatalog', { 'component-definition': {} }],
    [all, 'catalogRepeats', { catalog: { controls: [control('a'), control('a')] } }],
    [all, 'noClauses', { catalog: {} }],
  ]
  for (const [profile, reason, beside = catalog] of refused)
    test(`${reason}: ${JSON.stringify(profile).slice(0, 60)}`, async () => {
      await assert.rejects(read(profile, beside), error => error instanceof UnreadableFile && error.reason === reason)
    })

  test('without its catalog, and a catalog that is given beside another file', async () => {
    const reason = (of: Reason) => (error: unknown) => error instanceof UnreadableFile && error.reason === of
    await assert.rejects(readClauseFile(file('p.json', { profile: all })), reason('needsCatalog'))
    const beside = { catalog: file('c.json', catalog) }
    await assert.rejects(readClauseFile(file('c.json', catalog), beside), reason('besideNoProfile'))
    await assert.rejects(readClauseFile({ ...file('c.csv', ''), name: 'c.csv' }, beside), reason('besideNoProfile'))
  })

  test('a text that is made to grow ends', async () => {
    const params = Array.from({ length: 6 }, (_, i) => ({
      id: `p${i}`,
      label: `{{ insert: param, p${i + 1} }} `.repeat(90),
    }))
    const grown = {
      catalog: { params, controls: [control('a', { parts: [text('a', '{{ insert: param, p0 }}'.repeat(100))] })] },
    }
    const { clauses } = await readClauseFile(file('c.json', grown))
    assert.ok((clauses[0]?.text.length ?? 0) <= 50_000)
  })
})
