import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { readCsv } from '#client/import/csv.ts'
import { readFindingRows } from '#client/import/finding-table.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const read = (...lines: readonly string[]) => readFindingRows(readCsv(lines.join('\n')), {}, digest)
const readWithId = (id: string, ...lines: readonly string[]) =>
  readFindingRows(readCsv(lines.join('\n')), { chosen: { id } }, digest)
const fingerprintsOf = (...lines: readonly string[]) =>
  read(...lines).findings.map(finding => finding.sourceFingerprint)

describe('a table of findings', () => {
  const severities: readonly [word: string, severity: string][] = [
    ['Critical', 'critical'],
    ['KRITISCH', 'critical'],
    ['Sehr hoch', 'critical'],
    ['9.8', 'critical'],
    ['7.0', 'high'],
    ['7.5/10', 'high'],
    ['hoch', 'high'],
    ['High (Medium)', 'high'],
    ['Critical (9.8)', 'critical'],
    ['9.8 Critical', 'critical'],
    ['(high)', 'high'],
    ['Sev1', 'critical'],
    ['MED', 'medium'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'critical'],
    ['CVSS:3.0/AV:L/AC:H/PR:N/UI:R/S:C/C:L/I:N/A:N', 'low'],
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 'high'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 'critical'],
    ['4 - High', 'high'],
    ['Moderate', 'medium'],
    ['mäßig', 'medium'],
    ['6,9', 'medium'],
    ['Low', 'low'],
    ['0.1', 'low'],
    ['0.0', 'info'],
    ['None', 'info'],
  ]
  for (const [word, severity] of severities)
    test(`“${word}” is ${severity}`, () => {
      const { findings, unknownSeverities } = read('title;severity', `a;${word}`)
      assert.deepEqual([findings[0]?.severity, unknownSeverities.size], [severity, 0])
    })

  test('an unknown or missing severity is medium, and reported', () => {
    const { findings, losses, unknownSeverities } = read('title,severity', 'a,purple', 'b,purple', 'c,', 'd,11.5')
    assert.deepEqual(
      findings.map(({ severity }) => severity),
      ['medium', 'medium', 'medium', 'medium'],
    )
    assert.deepEqual(
      [losses.withoutSeverity, [...unknownSeverities]],
      [
        1,
        [
          ['purple', 2],
          ['11.5', 1],
        ],
      ],
    )
  })

  test('a row is identified by its id and location, or by rule, location and title, and never by its position', () => {
    const header = 'id,title,severity,rule,host,description'
    const row = 'V1,First,high,R,web,x'
    const secondRow = ',Second,low,R,web,x'
    assert.deepEqual(fingerprintsOf(header, row, secondRow), fingerprintsOf(header, secondRow, row).reverse())
    assert.deepEqual(
      fingerprintsOf(header, row),
      fingerprintsOf('', 'Notes', header, 'other', 'V1,Worded anew,low,S,web,y').slice(-1),
    )
    assert.notDeepEqual(fingerprintsOf(header, row), fingerprintsOf(header, 'V1,First,high,R,db,x'))
    assert.deepEqual(fingerprintsOf(header, secondRow), fingerprintsOf(header, ',Second,high,R,web,another text'))
    assert.notDeepEqual(fingerprintsOf(header, secondRow), fingerprintsOf(header, ',Third,low,R,web,x'))
  })

  test('a number is not an identity unless it is declared as one', () => {
    const lines = ['Nr,title,severity', '1,a,low', '2.,b,low', '#3,c,low', 'X-4,d,low']
    const { findings, losses } = read(...lines)
    assert.equal(losses.numberIds, 3)
    const imported = read('Nr,title,severity', '1,new,low', '2.,a,low', '#3,b,low', 'X-4,d,low')
    const fingerprints = new Set(findings.map(finding => finding.sourceFingerprint))
    assert.deepEqual(
      imported.findings.map(finding => fingerprints.has(finding.sourceFingerprint)),
      [false, true, true, true],
    )
    assert.equal(readWithId('Nr', ...lines).losses.numberIds, 0)
    assert.notDeepEqual(readWithId('Nr', ...lines).findings[0]?.sourceFingerprint, findings[0]?.sourceFingerprint)
  })

  test('named headings are found below a title, and rows of remarks are not headings', () => {
    const lines = ['Report', 'Was,Stufe,Notiz', 'a,hoch,', ',,a remark', 'b,low,x']
    const { findings, rows, losses } = readFindingRows(
      readCsv(lines.join('\n')),
      { chosen: { title: 'WAS', severity: 'stufe' } },
      digest,
    )
    assert.deepEqual(
      findings.map(({ title, severity }) => [title, severity]),
      [
        ['a', 'high'],
        ['b', 'low'],
      ],
    )
    assert.deepEqual([rows, losses.withoutTitle], [2, 0])
  })

  test('texts fit the limits of the API', () => {
    const { findings, losses } = read(
      'title,severity,description,path',
      `${'t'.repeat(600)},low,${'d'.repeat(11_000)},${'p'.repeat(300)}end`,
    )
    const [finding] = findings
    assert.deepEqual(
      [finding?.title.length, finding?.description.length, finding?.subjectResourceId.length],
      [500, 10_000, 200],
    )
    assert.ok(finding?.subjectResourceId.endsWith('end'))
    assert.equal(losses.cutTexts, 2)
  })
})
