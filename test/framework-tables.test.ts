import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clauseRows, readClauses } from './read-clauses.ts'

describe('a table of clauses', () => {
  test('in a column of crosses, unmarked clauses are not assessed', async () => {
    for (const mark of ['x', 'X', '✓', 'yes', 'Ja', '1', 'oui'])
      assert.deepEqual(await clauseRows('t.csv', `ref_id,name,assessable\nA,One,\nB,Two,${mark}\n`), [
        ['A', null, 'One', '', false],
        ['B', null, 'Two', '', true],
      ])
  })

  test('a yes/no column leaves empty cells at their default', async () => {
    const { clauses, losses } = await readClauses(
      't.csv',
      'key,title,assessable\nA,One,\nB,Two,yes\nC,Three,no\nD,Four,perhaps\n',
    )
    assert.deepEqual(
      clauses.map(({ isAssessable }) => isAssessable),
      [true, true, false, true],
    )
    assert.equal(losses.unknownMarks, 1)
  })

  test('a clause with subclauses is a heading if it has no text and no mark', async () => {
    const table =
      'key,title,text,parent,assessable\n1,Chapter,,,\n1.1,One,,1,\n2,Chapter with words,Do it,,\n2.1,Two,,2,\n3,Marked,,,yes\n3.1,Three,,3,no\n'
    assert.deepEqual(
      (await clauseRows('t.csv', table)).map(row => row[4]),
      [false, true, true, true, true, false],
    )
  })

  test('levels determine parents, even if some are missing or the first is not 1', async () => {
    const table =
      'Ebene;Nr;Titel\n2;A;Teil\n4;A.1;Tief\n3;A.2;Weniger\nStufe 4;A.2.a;Darunter\n2,0;B;Teil\nviel;C;Für sich\n'
    const { clauses, losses } = await readClauses('t.csv', table)
    assert.deepEqual(
      clauses.map(({ clauseKey, parentKey }) => [clauseKey, parentKey]),
      [
        ['A', null],
        ['A.1', 'A'],
        ['A.2', 'A'],
        ['A.2.a', 'A.2'],
        ['B', null],
        ['C', null],
      ],
    )
    assert.equal(losses.unknownDepths, 1)
  })

  test('a named parent takes precedence over the level', async () => {
    const table = 'key,title,depth,parent\nA,One,1,\nB,Two,1,\nC,Three,2,A\n'
    assert.equal((await clauseRows('t.csv', table))[2]?.[1], 'A')
  })

  test('a missing title is replaced by the beginning of the text; unread columns are reported', async () => {
    const { clauses, losses, leftOut } = await readClauses(
      't.csv',
      'ref_id,description,Owner,,Owner\nA.1,"First line\nSecond",Ann,x,Bea\nA.2,Other,,,\n',
    )
    assert.deepEqual(
      clauses.map(({ title, text }) => [title, text]),
      [
        ['First line', 'First line\nSecond'],
        ['Other', 'Other'],
      ],
    )
    assert.equal(losses.madeTitles, 2)
    assert.deepEqual(leftOut, [{ kind: 'columns', names: ['Owner (2)', 'D (1)'] }])
  })

  test('cells beyond the last read column, and an assumed encoding, are reported', async () => {
    const row = (last: string) => [...Array(501).fill(''), last].join(',')
    const text = `key,title,${row('far')}\nA,Prüfung,${row('x')}\n`
    const { clauses, leftOut } = await readClauses('a.csv', new Uint8Array(Buffer.from(text, 'latin1')))
    assert.deepEqual(leftOut, [
      { kind: 'columns', names: ['SG… (2)'] },
      { kind: 'encoding', names: ['windows-1252'] },
    ])
    assert.equal(clauses[0]?.title, 'Prüfung')
  })
})
