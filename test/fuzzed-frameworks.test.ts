import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMappingFile } from '#client/import/mapping.ts'
import { readClauseFile } from '#client/import/read.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'

/** The number of runs. `FUZZ=20000` makes a long run. */
const runs = Number(process.env.FUZZ ?? 300)

/** A random number generator (mulberry32) that gives the same inputs in each run. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const oddValues = [
  null,
  undefined,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  'x',
  'null',
  '{{ insert: param, a }}',
  '\u0000',
  '\ud800',
  '#',
  '🙂'.repeat(50),
  [],
  {},
  [[]],
  [null],
  { id: null },
  [{}],
  '__proto__',
  'constructor',
]

type Node = Record<string, unknown> | unknown[]
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Returns every object and list in a document. */
const nodesOf = (value: unknown): Node[] => (isNode(value) ? [value, ...Object.values(value).flatMap(nodesOf)] : [])

const mutate = (document: object, nextRandom: () => number): object => {
  const copy: object = structuredClone(document)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(nextRandom() * items.length)]
  for (let times = 1 + Math.floor(nextRandom() * 4); times > 0; times--) {
    const node = pick(nodesOf(copy))
    if (!node) break
    const key = pick(Object.keys(node)) ?? 'x'
    const value = nextRandom() < 0.7 ? structuredClone(pick(oddValues)) : structuredClone(pick(nodesOf(document)))
    const renamed = nextRandom() < 0.2 ? String(pick(['__proto__', 'id', 'controls', 'constructor', 'toString'])) : key
    Object.defineProperty(node, Array.isArray(node) ? key : renamed, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy
}

/** Removes, repeats or replaces characters of the text. */
const damage = (text: string, nextRandom: () => number): string => {
  const index = Math.floor(nextRandom() * text.length)
  const end = index + Math.floor(nextRandom() * 8)
  const insertions = [
    '',
    ',',
    '"',
    '\t',
    ';',
    '\n',
    '\n\n',
    '{',
    ']',
    ': ',
    '- ',
    '&a ',
    '*a',
    '|',
    text.slice(index, end),
  ]
  return text.slice(0, index) + (insertions[Math.floor(nextRandom() * insertions.length)] ?? '') + text.slice(end)
}

const control = (id: string, over: object = {}) => ({
  ...{
    id,
    class: 'SP800-53',
    title: id,
    props: [
      { name: 'label', class: 'sp800-53a', value: id },
      { name: 'status', value: 'active' },
    ],
  },
  params: [
    {
      id: `${id}_prm`,
      label: 'period',
      values: ['1'],
      select: { 'how-many': 'one', choice: ['{{ insert: param, x }}'] },
      constraints: [{ description: 'd' }],
    },
  ],
  parts: [
    {
      id: `${id}_smt`,
      name: 'statement',
      prose: `Do {{ insert: param, ${id}_prm }}.`,
      parts: [{ name: 'item', prose: 'a', props: [{ name: 'label', value: 'a.' }] }],
    },
    { name: 'guidance', prose: 'g' },
  ],
  ...over,
})
const catalog = {
  catalog: {
    ...{ uuid: 'u', metadata: { title: 'C', 'oscal-version': '1.1.3' }, params: [{ id: 'x', label: 'y' }] },
    groups: [
      {
        id: 'a',
        title: 'A',
        class: 'family',
        parts: [{ name: 'overview', prose: 'o' }],
        groups: [{ id: 'aa', title: 'AA', controls: [control('aa-1')] }],
        controls: [control('a-1', { controls: [control('a-1.1')] }), control('a-2')],
      },
    ],
    controls: [control('z-1')],
    'back-matter': { resources: [{ uuid: 'r' }] },
  },
}
const profile = {
  profile: {
    imports: [
      {
        href: '#r',
        'include-controls': [
          { 'with-ids': ['a-1', 'z-1'], matching: [{ pattern: 'aa*' }], 'with-child-controls': 'yes' },
        ],
        'exclude-controls': [{ 'with-ids': ['a-2'] }],
      },
    ],
    merge: {
      combine: { method: 'keep' },
      custom: {
        groups: [{ id: 'a', title: 'A', 'insert-controls': [{ order: 'ascending', 'include-all': {} }] }],
        'insert-controls': [{ 'include-controls': [{ 'with-ids': ['z-1'] }] }],
      },
    },
    modify: {
      'set-parameters': [{ 'param-id': 'a-1_prm', values: ['2'] }],
      alters: [
        {
          'control-id': 'a-1',
          removes: [{ 'by-name': 'guidance' }],
          adds: [{ position: 'after', 'by-id': 'a-1_smt', parts: [{ name: 'item', prose: 'n' }], props: [] }],
        },
      ],
    },
    'back-matter': { resources: [{ uuid: 'r', rlinks: [{ href: 'catalog.json' }] }] },
  },
}
const node = (tail: string, over: object = {}) => ({
  urn: `urn:p:risk:req_node:l:${tail}`,
  ref_id: tail,
  name: tail,
  description: 'd',
  depth: 1,
  assessable: true,
  ...over,
})
const library = {
  objects: {
    framework: {
      name: 'F',
      requirement_nodes: [
        node('a', { assessable: false }),
        node('a.1', { parent_urn: 'urn:p:risk:req_node:l:A', depth: 2, questions: {} }),
      ],
    },
    threats: [],
  },
}
const mapping = {
  objects: {
    requirement_mapping_sets: [
      {
        source_framework_urn: 'urn:a',
        target_framework_urn: 'urn:b',
        requirement_mappings: [
          {
            source_requirement_urn: 'urn:p:risk:req_node:l:a',
            target_requirement_urn: 'urn:p:risk:req_node:m:b',
            relationship: 'equal',
          },
        ],
      },
    ],
  },
}
const collection = {
  'mapping-collection': {
    mappings: [
      {
        'source-resource': { href: 'a' },
        'target-resource': { href: 'b' },
        maps: [
          {
            relationship: 'equal-to',
            sources: [{ type: 'control', 'id-ref': 'a' }],
            targets: [{ type: 'statement', 'id-ref': 'b_smt' }],
          },
        ],
      },
    ],
  },
}
const table =
  'assessable;depth;ref_id;parent;name;description\n;1;A;;Chapter;\nx;2;A.1;A;"One\nmore";"Do ""it"""\nx;2;A.2;;;Two\n'
const yaml =
  'catalog: &c\n  controls:\n  - {id: a-1, title: "A", parts: [{name: statement, prose: Do it.}]}\n  - id: b\n    title: |\n      B\n    <<: {class: x}\n'

const fileOf = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) })
const json = (document: object): string => JSON.stringify(document)

type Attempt = (nextRandom: () => number) => unknown
const readers: Readonly<Record<string, Attempt>> = {
  'OSCAL catalogs': next => readClauseFile(fileOf('c.json', json(mutate(catalog, next)))),
  'OSCAL profiles': next => {
    const [profileInput, catalogInput] =
      next() < 0.5 ? [mutate(profile, next), catalog] : [profile, mutate(catalog, next)]
    return readClauseFile(fileOf('p.json', json(profileInput)), {
      catalogs: [fileOf('catalog.json', json(catalogInput))],
    })
  },
  'OSCAL in YAML': next => readClauseFile(fileOf('c.yaml', damage(yaml, next))),
  'libraries of CISO Assistant': next =>
    readClauseFile(fileOf('l.yaml', next() < 0.5 ? json(mutate(library, next)) : damage(json(library), next))),
  'tables of clauses': next => readClauseFile(fileOf('t.csv', damage(damage(table, next), next))),
  mappings: async next =>
    readMappingFile(fileOf('m.json', json(mutate(next() < 0.5 ? mapping : collection, next))), [
      fileOf('l.json', json(library)),
    ]),
}

describe('every file is either read or rejected with a sentence', () => {
  for (const [name, attempt] of Object.entries(readers))
    test(`${runs} ${name}`, async () => {
      let [read, rejectedCount] = [0, 0]
      for (let i = 0; i < runs; i++)
        try {
          await attempt(random(i))
          read++
        } catch (error) {
          assert.ok(error instanceof UnreadableFile, `input ${i}: ${error instanceof Error ? error.stack : error}`)
          assert.ok(!/undefined|\[object/.test(error.message), `input ${i}: ${error.message}`)
          rejectedCount++
        }
      assert.ok(read > 0 && rejectedCount > 0, `${read} read, ${rejectedCount} rejected`)
    })
})
