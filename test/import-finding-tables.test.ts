/**
 * Imports tables from real scanners. They differ in locations, scales and statuses, and contain rows that look alike.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { readCsv } from '#client/import/csv.ts'
import type { Scale } from '#client/import/finding-rows/severity.ts'
import { readFindingRows } from '#client/import/finding-table.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const readLines = (lines: readonly string[], scale?: Scale) =>
  readFindingRows(readCsv(lines.join('\n')), { scale }, digest)
const read = (...lines: readonly string[]) => readLines(lines)
const locations = (...lines: readonly string[]) => read(...lines).findings.map(finding => finding.subjectResourceId)
const severitiesOf = (scale: Scale | undefined, ...lines: readonly string[]) =>
  readLines(lines, scale).findings.map(finding => finding.severity)
const fingerprintsOf = (...lines: readonly string[]) =>
  read(...lines).findings.map(finding => finding.sourceFingerprint)

describe('every column with a location counts', () => {
  const tables: readonly (readonly [heading: string, cells: readonly string[], locations: readonly string[]])[] = [
    ['IP Address', ['10.0.0.1', '10.0.0.2'], ['10.0.0.1', '10.0.0.2']],
    ['DNS Name', ['a.example', 'b.example'], ['a.example', 'b.example']],
    ['NetBIOS', ['SRV1', 'SRV2'], ['SRV1', 'SRV2']],
    ['Host,Port', ['a,80', 'a,443'], ['a:80', 'a:443']],
    ['Host,Protocol,Port', ['a,tcp,53', 'a,udp,53'], ['a:53/tcp', 'a:53/udp']],
    ['IP,Hostname', ['10.0.0.1,', '10.0.0.2,null'], ['10.0.0.1', '10.0.0.2']],
    ['IP,Hostname', ['10.0.0.1,a', '10.0.0.2,b'], ['a', 'b']],
    ['IPv6,Port', ['2001:db8::1,22', '2001:db8::2,22'], ['[2001:db8::1]:22', '[2001:db8::2]:22']],
    ['Image,Package', ['app:1,zlib', 'app:1,curl'], ['app:1 zlib', 'app:1 curl']],
    [
      'Account ID,Region,Resource',
      ['1,eu,x', '1,us,x'],
      ['1 eu x', '1 us x'].map(text => text.split(' ').sort().join(' ')),
    ],
  ]
  for (const [heading, cells, expectedLocations] of tables)
    test(`${heading}: ${cells.join(' and ')}`, () => {
      const lines = [`Title,Severity,${heading}`, ...cells.map(cell => `Default password,High,${cell}`)]
      const sortedLocations = locations(...lines).map(text =>
        text.includes(' ') && heading.startsWith('Account') ? text.split(' ').sort().join(' ') : text,
      )
      assert.deepEqual(sortedLocations, expectedLocations)
      assert.equal(new Set(fingerprintsOf(...lines)).size, 2)
    })

  test('unread columns are reported if they are not empty', () => {
    assert.deepEqual(read('Title,Severity,Owner,Empty', 'a,High,me,').columns.unread, ['Owner'])
  })
})

describe('rows that look alike', () => {
  const header = 'Title,Severity,Hostname,IP,Result'
  const [firstRow, secondRow] = ['a,High,localhost,10.0.0.1,x', 'a,High,localhost,10.0.0.2,y']

  test('are distinguished by every name of their hosts, and keep the fingerprint of a single row', () => {
    const { findings } = read(header, firstRow, secondRow)
    assert.equal(new Set(findings.map(({ sourceFingerprint }) => sourceFingerprint)).size, 2)
    const [fingerprint = ''] = fingerprintsOf(header, firstRow)
    assert.ok(findings[0]?.formerFingerprints?.includes(fingerprint))
    assert.ok(read(header, firstRow).findings[0]?.formerFingerprints?.includes(findings[0]?.sourceFingerprint ?? ''))
  })

  test('that differ in another column are separate findings, and counted', () => {
    const { findings, losses, repeats } = read('Title,Severity,Host,Description', 'a,High,h,first', 'a,High,h,second')
    assert.deepEqual(
      [new Set(findings.map(finding => finding.sourceFingerprint)).size, losses.alike, repeats],
      [2, 1, []],
    )
  })

  test('that are equal in every column are one finding, and both rows are reported', () => {
    const { findings, repeats } = read('Title,Severity,Host,Owner', 'a,High,h,me', 'b,Low,h,me', 'a,High,h,me')
    assert.deepEqual([findings.length, repeats], [2, [[2, 4]]])
    assert.equal(read('Title,Severity,File,Line', 'a,High,f,1', 'a,High,f,2').findings.length, 2)
  })

  test('have the fingerprint of earlier versions of the command too', () => {
    const [finding] = read('Plugin ID,Risk,Host,Port,Name', '5,High,srv,443,A').findings
    assert.ok(finding?.formerFingerprints?.includes(digest(JSON.stringify(['row', '5', 'srv', 'A']))))
    const [numberedFinding] = read('ID,Risk,Host,Name', 'F-1,High,srv,A').findings
    assert.ok(numberedFinding?.formerFingerprints?.includes(digest(JSON.stringify(['id', 'F-1', 'srv']))))
  })
})

describe('severity', () => {
  test('whole numbers are not CVSS scores: the command asks for their scale', () => {
    const needsScale = { name: 'Error', reason: 'needsScale', values: { heading: 'Priority', from: 1, to: 5 } }
    assert.throws(() => read('Title,Priority', 'a,1', 'b,5'), needsScale)
    assert.deepEqual(severitiesOf({ from: 1, to: 5, worst: 5 }, 'Title,Severity', 'a,5', 'b,3', 'c,1'), [
      'critical',
      'medium',
      'info',
    ])
    assert.deepEqual(severitiesOf({ from: 1, to: 5, worst: 1 }, 'Title,Severity', 'a,1', 'b,2'), ['critical', 'high'])
    assert.deepEqual(severitiesOf({ from: 1, to: 4, worst: 1 }, 'Title,Severity', 'a,1', 'b,4'), ['critical', 'low'])
    assert.deepEqual(severitiesOf({ from: 0, to: 9, worst: 9 }, 'Title,Severity', 'a,9', 'b,0'), ['critical', 'info'])
    assert.deepEqual(
      [...readLines(['Title,Severity', 'a,7'], { from: 1, to: 5, worst: 5 }).unknownSeverities],
      [['7', 1]],
    )
  })

  test('whole numbers are CVSS scores if another score has a decimal point, and always in a CVSS column', () => {
    assert.deepEqual(severitiesOf(undefined, 'Title,Severity', 'a,10', 'b,7.5', 'c,1'), ['critical', 'high', 'low'])
    assert.deepEqual(severitiesOf(undefined, 'Title,CVSS', 'a,10', 'b,5'), ['critical', 'medium'])
  })

  test('the rating takes precedence over the score; if either is empty, the other counts', () => {
    const { findings, losses } = read('CVSS,Risk,Title', ',None,a', '5.0,Critical,b', ',High,c', '9.8,,d', '9.8,n/a,e')
    assert.deepEqual(
      findings.map(finding => finding.severity),
      ['info', 'critical', 'high', 'critical', 'critical'],
    )
    assert.equal(losses.ratedOtherwise, 1)
  })
})

describe('the status of a finding', () => {
  const outcomes: readonly (readonly [word: string, open: number, untouched: boolean])[] = [
    ...['open', 'REOPENED', 'Fail', 'In Progress', 'not fixed', '', 'null'].map(word => [word, 1, false] as const),
    ...['Closed - fixed', 'PASS', 'Done', 'Completed', 'Not affected', 'ok'].map(word => [word, 0, false] as const),
    ...['false-positive', 'False_Positive', 'Risk-Accepted', 'Won’t fix', 'Wont Fix', 'MUTED', 'Duplicate'].map(
      word => [word, 0, true] as const,
    ),
    ...['MANUAL', 'not_reviewed', 'NOT_APPLICABLE'].map(word => [word, 0, true] as const),
  ]
  for (const [word, open, isUntouched] of outcomes)
    test(`“${word}” imports ${open} findings${isUntouched ? ' and leaves an existing one unchanged' : ''}`, () => {
      const { findings, untouched, unknownStatuses } = read('Title,Severity,Status', `a,High,${word}`)
      assert.deepEqual([findings.length, untouched.length > 0, unknownStatuses.size], [open, isUntouched, 0])
    })

  test('an unknown status counts as open, and is reported', () => {
    const { findings, unknownStatuses } = read('Title,Severity,Status', 'a,High,in limbo')
    assert.deepEqual([findings.length, [...unknownStatuses]], [1, [['in limbo', 1]]])
  })

  test('“fixed” next to a fix version means that a fix exists', () => {
    const lines = ['title,severity,status,fixVersion', 'a,CRITICAL,fixed,1.2', 'b,LOW,affected,', 'c,LOW,will_not_fix,']
    assert.equal(read(...lines).findings.length, 3)
    assert.equal(read('title,severity,status', 'a,CRITICAL,fixed').findings.length, 0)
  })

  test('of two status columns, a dismissal in one is enough', () => {
    assert.equal(read('title,severity,status,resolution', "a,High,Done,Won't fix").untouched.length > 0, true)
  })

  test('OK in the severity column means passed', () => {
    const { findings, losses } = read('id,severity,finding', 'SSLv2,OK,not offered', 'TLS1,LOW,offered')
    assert.deepEqual([findings.length, losses.closed], [1, 1])
  })
})
