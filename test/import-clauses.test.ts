import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ClauseFileOptions, readClauseFile } from '#client/import/read.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'

const noLosses = {
  ...{ renamedKeys: 0, cutKeys: 0, cutTitles: 0, cutTexts: 0, lostParents: 0 },
  ...{ formulas: 0, errors: 0, merged: 0, unformatted: 0 },
  ...{ madeTitles: 0, unknownMarks: 0, unknownDepths: 0 },
}

const readClauses = (name: string, text: string, options?: ClauseFileOptions) =>
  readClauseFile({ name, bytes: new TextEncoder().encode(text) }, options)

const catalog = {
  catalog: {
    metadata: { title: 'A catalog' },
    groups: [
      {
        id: 'ac',
        title: 'Access Control',
        controls: [
          {
            id: 'ac-1',
            title: 'Policy',
            params: [{ id: 'ac-1_prm_1', label: 'organization-defined personnel' }],
            props: [{ name: 'label', value: 'AC-1' }],
            parts: [
              {
                name: 'statement',
                prose: 'The organization:',
                parts: [
                  { prose: 'tells {{ insert: param, ac-1_prm_1 }};', props: [{ name: 'label', value: 'a.' }] },
                  { prose: 'reviews it.', props: [{ name: 'label', value: 'b.' }] },
                ],
              },
              { name: 'guidance', prose: 'Not what is asked for.' },
            ],
            controls: [{ id: 'ac-1.1', title: 'Gone', props: [{ name: 'status', value: 'withdrawn' }] }],
          },
        ],
      },
    ],
  },
}

test('an OSCAL catalog: groups are headings, statements are filled in, withdrawn controls are not assessed', async () => {
  const { clauses, losses } = await readClauses('catalog.json', JSON.stringify(catalog))
  assert.deepEqual(losses, noLosses)
  assert.deepEqual(clauses, [
    { clauseKey: 'ac', parentKey: null, title: 'Access Control', text: '', isAssessable: false },
    {
      ...{ clauseKey: 'ac-1', parentKey: 'ac', title: 'AC-1 Policy', isAssessable: true },
      text: 'The organization:\na. tells [organization-defined personnel];\nb. reviews it.',
    },
    { clauseKey: 'ac-1.1', parentKey: 'ac-1', title: 'AC-1.1 Gone', text: '', isAssessable: false },
  ])
})

const library = `
ref_id: FW
objects:
  framework:
    requirement_nodes:
      - { urn: "urn:a:risk:req_node:fw:1", ref_id: 1, name: First, assessable: false }
      - { urn: "urn:a:risk:req_node:fw:1:a", parent_urn: "urn:a:risk:req_node:fw:1", description: "Do it.\\nAnd more.", assessable: true }
      - { urn: "urn:a:risk:req_node:fw:2:a", parent_urn: "urn:a:risk:req_node:fw:1", ref_id: x, name: Twice, assessable: true }
      - { urn: "urn:a:risk:req_node:fw:2:b", parent_urn: "urn:a:risk:req_node:fw:9", ref_id: x, name: Twice, assessable: true }
`

test('a CISO Assistant library: keys are unique and stay the same in the next edition', async () => {
  const { clauses, losses } = await readClauses('fw.yaml', library)
  assert.deepEqual(losses, { ...noLosses, lostParents: 1, madeTitles: 1 })
  assert.deepEqual(
    clauses.map(({ clauseKey, parentKey, title }) => [clauseKey, parentKey, title]),
    [
      ['1', null, 'First'],
      ['1:a', '1', 'Do it.'],
      ['x 2:a', '1', 'Twice'],
      ['x 2:b', null, 'Twice'],
    ],
  )
  assert.equal(clauses[1]?.text, 'Do it.\nAnd more.')
})

describe('a table of clauses', () => {
  const expected = [
    { clauseKey: 'A', parentKey: null, title: 'Heading', text: '', isAssessable: false },
    { clauseKey: 'A.1', parentKey: 'A', title: 'Say "so", twice', text: 'one\ntwo', isAssessable: true },
  ]
  const tables = {
    'with commas':
      'clauseKey,title,text,parentKey,isAssessable\nA,Heading,,,no\nA.1,"Say ""so"", twice","one\r\ntwo",A,yes\n',
    'with semicolons, as a German spreadsheet writes it':
      '\ufeffKey;Titel;Beschreibung;Parent;Assessable\r\nA;Heading;;;nein\r\nA.1;"Say ""so"", twice";"one\ntwo";A;\r\n\r\n',
    'with tabs':
      'ID\tName\tDescription\tPart of\tAssessable\nA\tHeading\t\t\t0\nA.1\t"Say ""so"", twice"\t"one\ntwo"\tA\t1',
  }
  for (const [format, text] of Object.entries(tables))
    test(format, async () => {
      const { clauses, losses, missing } = await readClauses('table.csv', text)
      assert.deepEqual({ clauses, losses, missing }, { clauses: expected, losses: noLosses, missing: [] })
    })

  test('oversized text is truncated and numbered, and counted', async () => {
    const longText = 'x'.repeat(60_000)
    const rows = [`${longText},${longText},${longText}`, 'same,One,', 'same,Two,', 'same,Three,', 'f,=1+1,"\u0000 a"']
    const { clauses, losses } = await readClauses('table.csv', `key,title,text\n${rows.join('\n')}`)
    assert.deepEqual(losses, { ...noLosses, renamedKeys: 2, cutKeys: 1, cutTitles: 1, cutTexts: 1 })
    const [first, ...otherClauses] = clauses
    assert.deepEqual([first?.clauseKey.length, first?.title.length, first?.text.length], [194, 2000, 50_000])
    assert.deepEqual(
      otherClauses.map(({ clauseKey, title, text }) => [clauseKey, title, text]),
      [
        ['same', 'One', ''],
        ['same#2', 'Two', ''],
        ['same#3', 'Three', ''],
        ['f', '=1+1', 'a'],
      ],
    )
  })
})

describe('a file of another kind', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(9)}]`).join('\n')}\n`
  const deep = (): object => {
    let control: object = { id: 'last' }
    for (let i = 0; i < 1000; i++) control = { id: `c${i}`, controls: [control] }
    return { catalog: { controls: [control] } }
  }
  const files: readonly [name: string, text: string, message: RegExp][] = [
    ['a.doc', 'PK', /The file name must end with/],
    ['a.xls', '<html><table>', /is a web page \(HTML\)/],
    ['a.xlsx', 'PK\u0003\u0004', /cannot be unpacked/],
    ['a.json', '{"catalog": ', /The file is not valid JSON/],
    ['a.json', '"text"', /The file is not a JSON file of clauses/],
    ['a.json', '[]', /The file is not a JSON file of clauses/],
    ['a.json', '{"profile": {}}', /add the catalog that it selects from/],
    ['a.json', '{"catalog": {}}', /The file has no clauses/],
    ['a.json', JSON.stringify(deep()), /nested too deeply/],
    ['a.yaml', 'a: [', /The file is not valid YAML: line 1/],
    ['a.yaml', bomb, /The file is not valid YAML/],
    ['a.yaml', 'objects: {risk_matrix: []}', /contains no framework/],
    ['a.csv', 'a,b\n1,2', /clauseKey and title are missing/],
    ['a.csv', 'key,parent\n1,2', /clauseKey and title are missing/],
    ['a.csv', 'key,title\n"1,2', /The file is not valid CSV: line 2/],
    ['a.csv', `key,title\n${'1,2\n'.repeat(10_001)}`, /The file has 10001 clauses; at most 10000 can be imported/],
  ]
  for (const [name, text, message] of files)
    test(`${name} ${text.slice(0, 30).trim()}`, async () => {
      await assert.rejects(
        readClauses(name, text),
        error => error instanceof UnreadableFile && message.test(error.message),
      )
    })
})
