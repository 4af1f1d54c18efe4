import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertUnreadable, clauseRows, readClauses } from './read-clauses.ts'

describe('a CISO Assistant library', () => {
  const node = (urn: string, over: object = {}) => ({ urn: `urn:own:risk:req_node:lib:${urn}`, name: urn, ...over })
  const library = (nodes: readonly object[], over: object = {}) => ({
    objects: { framework: { requirement_nodes: nodes }, ...over },
  })

  test('null means a missing text, and a title that equals the key', async () => {
    const nodes = [node('A', { description: null, name: null, ref_id: null, parent_urn: null, assessable: null })]
    assert.deepEqual(await clauseRows('l.json', library([...nodes])), [['A', null, 'A', '', false]])
    const yaml =
      'objects:\n  framework:\n    requirement_nodes:\n    - urn: urn:own:risk:req_node:lib:a\n      name:\n      description: ~\n      assessable: true\n    -\n'
    assert.deepEqual(await clauseRows('l.yaml', yaml), [['a', null, 'a', '', true]])
  })

  test('references that PyYAML writes without quotes stay unchanged', async () => {
    const refs = ['08', '3e1', '4.2e1', '0o17', '0x1F', '007', '5', '4,2']
    const nodes = refs.map(
      (ref, i) => `    - {urn: "urn:own:risk:req_node:lib:n${i}", name: N, ref_id: ${ref === '4,2' ? '"4,2"' : ref}}\n`,
    )
    const rows = await clauseRows('l.yaml', `objects:\n  framework:\n    requirement_nodes:\n${nodes.join('')}`)
    assert.deepEqual(
      rows.map(([key]) => key),
      refs,
    )
  })

  test('URNs are the same in upper and lower case', async () => {
    const nodes = [node('Top'), node('top.1', { parent_urn: 'URN:OWN:risk:req_node:LIB:TOP' })]
    assert.equal((await clauseRows('l.json', library(nodes)))[1]?.[1], 'Top')
  })

  test('if no parent is named, levels determine it', async () => {
    const nodes = [node('a', { depth: 1 }), node('b', { depth: 2 }), node('c', { depth: 1 })]
    assert.deepEqual(
      (await clauseRows('l.json', library(nodes))).map(row => row[1]),
      [null, 'a', null],
    )
  })

  test('frameworks can be a list or a single framework, in a list or not', async () => {
    const framework = { requirement_nodes: [node('a')] }
    for (const objects of [{ frameworks: [framework] }, { framework: [framework] }, { frameworks: framework }])
      assert.equal((await clauseRows('l.json', { objects })).length, 1)
    await assertUnreadable('severalFrameworks', /First, Second/, 'l.json', {
      objects: {
        frameworks: [
          { ...framework, name: 'First' },
          { ...framework, name: 'Second' },
        ],
      },
    })
  })

  test('marks other than true and false, and unread fields, are counted', async () => {
    const nodes = [
      node('a', { assessable: 'x' }),
      node('b', { assessable: 'yes', annotation: 'n' }),
      node('c', { assessable: 'later', annotation: 'n' }),
    ]
    const { clauses, losses, leftOut } = await readClauses('l.json', library(nodes, { threats: [] }))
    assert.deepEqual(
      clauses.map(({ isAssessable }) => isAssessable),
      [true, true, false],
    )
    assert.equal(losses.unknownMarks, 1)
    assert.deepEqual(leftOut, [{ kind: 'fields', names: ['library threats (1)', 'requirement annotation (2)'] }])
  })

  test('a wrong type is reported with its location', async () => {
    await assertUnreadable(
      'notText',
      /^framework\.requirement_nodes\[1\]\.name must be text/,
      'l.json',
      library([node('a'), node('b', { name: ['x'] })]),
    )
    await assertUnreadable('notList', /^framework\.requirement_nodes must be a list/, 'l.json', {
      objects: { framework: { requirement_nodes: {} } },
    })
    await assertUnreadable('lacksField', /requirement_nodes\[0\] lacks urn/, 'l.json', library([{ name: 'x' }]))
    await assertUnreadable('notObject', /^objects must be an object/, 'l.yaml', 'objects: 5')
    await assertUnreadable('mappingInstead', /Import a mapping/, 'l.json', { objects: { requirement_mapping_set: {} } })
  })
})

describe('OSCAL', () => {
  const control = (id: string, over: object = {}) => ({ id, title: id, ...over })
  const catalog = (controls: readonly unknown[], over: object = {}) => ({ catalog: { controls, ...over } })
  const statement = (prose: string) => ({ name: 'statement', prose })

  test('YAML is read like JSON, and so is JSON in a file called YAML', async () => {
    const yaml =
      'catalog:\n  metadata: {title: A, version: 1.0}\n  controls:\n  - id: a-1\n    title: 5\n    parts:\n    - {name: statement, prose: "Do {{ insert: param, p }}."}\n    params: [{id: p, values: [3]}]\n'
    const rows = [['a-1', null, 'A-1 5', 'Do 3.', true]]
    assert.deepEqual(await clauseRows('c.yaml', yaml), rows)
    assert.deepEqual(await clauseRows('c.yml', catalog([control('b')])), [['b', null, 'B b', '', true]])
  })

  test('XML, other models and values that are not objects are reported as such', async () => {
    await assertUnreadable(
      'xml',
      /XML \(catalog\).*JSON and YAML/,
      'c.xml',
      '<?xml version="1.0"?>\n<catalog xmlns="x"/>',
    )
    await assertUnreadable('xml', /XML \(catalog\)/, 'c.json', '\n<catalog>')
    await assertUnreadable('otherOscal', /component-definition/, 'c.json', { 'component-definition': {} })
    await assertUnreadable('mappingInstead', /Import a mapping/, 'c.json', { 'mapping-collection': {} })
    await assertUnreadable('noCatalog', /neither/, 'c.json', {})
  })

  test('null is ignored, and a wrong type is reported with its location', async () => {
    const nulls = {
      id: 'n',
      title: null,
      props: null,
      params: null,
      controls: null,
      parts: [null, { ...statement('Do.'), props: null, parts: null }],
    }
    assert.deepEqual(
      await clauseRows('c.json', { catalog: { groups: null, controls: [nulls, null] }, profile: null }),
      [['n', null, 'N', 'Do.', true]],
    )
    await assertUnreadable(
      'notList',
      /^catalog\.controls\[0\]\.parts must be a list/,
      'c.json',
      catalog([control('a', { parts: {} })]),
    )
    await assertUnreadable(
      'notObject',
      /^catalog\.controls\[1\] must be an object/,
      'c.json',
      catalog([control('a'), 'b']),
    )
    await assertUnreadable('notText', /catalog\.groups\[0\]\.title must be text/, 'c.json', {
      catalog: { groups: [{ title: {} }] },
    })
    await assertUnreadable('lacksField', /catalog\.controls\[0\] lacks id/, 'c.json', catalog([{ title: 'x' }]))
  })

  test('all parts except explanations form the text; the others are counted by name', async () => {
    const parts = [
      { name: 'overview', prose: 'Over.' },
      {
        ...statement('Do:'),
        parts: [
          { name: 'item', props: [{ name: 'label', value: 'a.' }], prose: 'this;' },
          { name: 'guidance', prose: 'Why.' },
        ],
      },
      { name: 'item', title: 'Additional requirements', parts: [{ name: 'requirement', prose: 'Also that.' }] },
      ...['guidance', 'assessment-objective', 'assessment-method', 'example'].map(name => ({ name, prose: 'x' })),
    ]
    const { clauses, leftOut } = await readClauses('c.json', {
      catalog: {
        groups: [
          {
            id: 'g',
            title: 'G',
            parts: [{ name: 'overview', prose: 'Of all.' }],
            controls: [
              control('a', {
                parts,
                links: [],
                props: [
                  { name: 'sort-id', value: 'a' },
                  { name: 'status', value: 'x' },
                ],
              }),
            ],
          },
        ],
      },
    })
    assert.deepEqual(
      clauses.map(({ text }) => text),
      ['Of all.', 'Over.\nDo:\na. this;\nAdditional requirements\nAlso that.'],
    )
    assert.deepEqual(leftOut, [
      { kind: 'parts', names: ['guidance (2)', 'assessment-objective (1)', 'assessment-method (1)', 'example (1)'] },
      { kind: 'fields', names: ['property sort-id (1)', 'control links (1)'] },
    ])
  })

  test('the label is neither zero-padded nor that of another publication', async () => {
    const labels = (...props: readonly (readonly [value: string, labelClass?: string])[]) =>
      props.map(([value, labelClass]) => ({ name: 'label', value, ...(labelClass && { class: labelClass }) }))
    for (const [props, expected] of [
      [labels(['AC-01', 'sp800-53a'], ['AC-1']), 'AC-1'],
      [labels(['AC-1'], ['AC-01', 'zero-padded']), 'AC-1'],
      [labels(['AC-01', 'zero-padded'], ['AC-1', 'own']), 'AC-1'],
      [labels(['AC-01', 'sp800-53a']), 'AC-01'],
    ] as const)
      assert.equal(
        (await clauseRows('c.json', catalog([control('x', { title: 'T', props })])))[0]?.[2],
        `${expected} T`,
      )
  })

  test('parameters may be defined later, in another place, in any script, or nowhere', async () => {
    const insert = (id: string) => `{{ insert: param, ${id} }}`
    const firstControl = control('a', {
      parts: [
        statement(`${insert('b_prm')} ${insert('größe')} ${insert('параметр')} ${insert('own')} ${insert('no')}`),
      ],
    })
    const secondControl = control('b', {
      params: [
        { id: 'b_prm', values: ['90 days'] },
        { id: 'größe', label: 'Größe' },
        { id: 'параметр', select: { 'how-many': 'one-or-more', choice: ['x', insert('own')] } },
      ],
    })
    const { clauses, missing } = await readClauses(
      'c.json',
      catalog([firstControl, secondControl], { params: [{ id: 'own', values: ['the owner'] }] }),
    )
    assert.equal(clauses[0]?.text, '90 days [Größe] [one or more: x / the owner] the owner [no]')
    assert.deepEqual(missing, [{ kind: 'undefined', names: ['no'] }])
  })
})
