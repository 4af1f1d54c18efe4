import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMappingFile } from '#client/import/mapping.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'
import { assertValid } from './oscal/valid.ts'

const file = (name: string, content: unknown) => ({ name, bytes: new TextEncoder().encode(JSON.stringify(content)) })
const assertRejected = (reason: Reason, pattern: RegExp, content: unknown) =>
  assert.throws(
    () => readMappingFile(file('m.json', content)),
    error => error instanceof UnreadableFile && error.reason === reason && pattern.test(error.message),
  )

const uuid = (n: number): string => `0c1f4f0e-0000-4000-8000-${String(n).padStart(12, '0')}`
const item = (id: string, type = 'control') => ({ type, 'id-ref': id })
const map = (n: number, relationship: string, sources: object[], targets: object[]) => ({
  uuid: uuid(n),
  relationship,
  sources,
  targets,
})
const collection = (...maps: object[]) => ({
  'mapping-collection': {
    uuid: uuid(1),
    metadata: { title: 'M', 'last-modified': '2026-11-27T00:00:00Z', version: '1', 'oscal-version': '1.2.2' },
    provenance: {
      method: 'human',
      'matching-rationale': 'semantic',
      status: 'complete',
      'mapping-description': 'By hand',
    },
    mappings: [
      {
        uuid: uuid(2),
        'source-resource': { type: 'catalog', href: 'a.json' },
        'target-resource': { type: 'catalog', href: 'b.json' },
        maps,
      },
    ],
  },
})

describe('an OSCAL mapping collection', () => {
  test('is read in both directions: a part, or one of several, is a partial answer', () => {
    const document = collection(
      map(3, 'equal-to', [item('a-1')], [item('b-1')]),
      map(4, 'subset-of', [item('a-2')], [item('b-2')]),
      map(5, 'equal-to', [item('a-3'), item('a-4')], [item('b-3')]),
      map(6, 'superset-of', [item('a-5')], [item('b-4_smt.a', 'statement')]),
    )
    assertValid('mapping', document)
    const { mappings, leftOut } = readMappingFile(file('m.json', document))
    const relations = (i: number) =>
      mappings[i]?.relations.map(({ sourceKey, targetKey, relationship, isPartial }) => [
        sourceKey,
        targetKey,
        relationship,
        isPartial ?? false,
      ])
    assert.deepEqual(
      mappings.map(({ source, target }) => [source, target]),
      [
        ['a.json', 'b.json'],
        ['b.json', 'a.json'],
      ],
    )
    assert.deepEqual(relations(0), [
      ['a-1', 'b-1', 'equal-to', false],
      ['a-2', 'b-2', 'subset-of', false],
      ['a-3', 'b-3', 'equal-to', true],
      ['a-4', 'b-3', 'equal-to', true],
      ['a-5', 'b-4', 'superset-of', true],
    ])
    assert.deepEqual(relations(1), [
      ['b-1', 'a-1', 'equal-to', false],
      ['b-2', 'a-2', 'superset-of', false],
      ['b-3', 'a-3', 'equal-to', false],
      ['b-3', 'a-4', 'equal-to', false],
      ['b-4', 'a-5', 'subset-of', false],
    ])
    assert.deepEqual(leftOut, [])
  })

  test('unread parts are counted; files that are too large or not mappings are rejected', () => {
    const oddMap = { ...map(3, 'equal-to', [item('a')], [item('b')]), qualifiers: [{}], 'confidence-score': {} }
    const { leftOut } = readMappingFile(file('m.json', collection(oddMap)))
    assert.deepEqual(leftOut, [{ kind: 'fields', names: ['map qualifiers (1)', 'map confidence-score (1)'] }])
    const manyItems = Array.from({ length: 101 }, (_, i) => item(`k${i}`))
    assertRejected('manyRelations', /10201/, collection(map(3, 'equal-to', manyItems, manyItems)))
    assertRejected('noMapping', /no mapping/, { 'mapping-collection': null })
    assertRejected('noMapping', /no mapping/, { objects: { framework: {} } })
    assertRejected('lacksField', /maps\[0\] lacks relationship/, collection({ sources: [], targets: [] }))
  })
})

describe('CISO Assistant mapping sets', () => {
  const urn = (library: string, tail: string) => `urn:own:risk:req_node:${library}:${tail}`
  const relation = (from: string, to: string, relationship: string) => ({
    ...{ source_requirement_urn: urn('one', from), target_requirement_urn: urn('two', to), relationship },
    ...{ rationale: 'functional' },
  })
  const mappingSet = (...requirement_mappings: object[]) => ({
    source_framework_urn: 'urn:own:risk:framework:one',
    target_framework_urn: 'urn:own:risk:framework:two',
    requirement_mappings,
  })
  const library = (name: string, nodes: Record<string, string>) =>
    file(`${name}.json`, {
      objects: {
        framework: {
          requirement_nodes: Object.entries(nodes).map(([tail, ref_id]) => ({
            urn: urn(name, tail),
            ref_id,
            name: ref_id,
          })),
        },
      },
    })

  test('are read singly or as a list; the ends of their URNs are the keys', () => {
    for (const objects of [
      { requirement_mapping_set: mappingSet(relation('a.1', 'b.1', 'superset')) },
      { requirement_mapping_sets: [mappingSet(relation('a.1', 'b.1', 'superset'))] },
    ]) {
      const { mappings, leftOut } = readMappingFile(file('m.yaml', { objects }))
      assert.deepEqual(mappings, [
        { source: 'one', target: 'two', relations: [{ sourceKey: 'a.1', targetKey: 'b.1', relationship: 'superset' }] },
        { source: 'two', target: 'one', relations: [{ sourceKey: 'b.1', targetKey: 'a.1', relationship: 'subset' }] },
      ])
      assert.deepEqual(leftOut, [{ kind: 'fields', names: ['mapping rationale (1)'] }])
    }
  })

  test('take their keys from the libraries that come with them', () => {
    const library1 = library('one', { ART3: 'ART-3', x: 'same', y: 'same' })
    const content = file('m.json', {
      objects: { requirement_mapping_set: mappingSet(relation('art3', 'b', 'equal'), relation('y', 'b', 'intersect')) },
    })
    const { mappings } = readMappingFile(content, [library1])
    assert.deepEqual(
      mappings[0]?.relations.map(({ sourceKey }) => sourceKey),
      ['ART-3', 'same y'],
    )
  })
})
