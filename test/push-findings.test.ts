import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readSarif } from '#client/import/sarif.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'
import { clientSecret } from './fixture.ts'
import { runPush } from './scan-receiver.ts'
import { boot, type Probata } from './system.ts'
import { accountsOf } from './webhooks/callers.ts'
import { partsOf, rowsOf, zipParts } from './workbooks.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const rules = [
  { id: 'CWE-89', properties: { 'security-severity': '9.8' }, messageStrings: { default: { text: 'SQL of {0}' } } },
  { id: 'STYLE', defaultConfiguration: { level: 'note' } },
]
const locationAt = (uri: string, startLine: number, snippet?: string) => [
  {
    physicalLocation: {
      artifactLocation: { uri },
      region: { startLine, ...(snippet && { snippet: { text: snippet } }) },
    },
  },
]
const injection = (line: number) => ({
  ruleId: 'CWE-89',
  message: { id: 'default', arguments: ['login.ts'] },
  locations: locationAt('src/login.ts', line, 'query(name)'),
})
const style = { ruleId: 'STYLE', message: { text: 'Too long.\nMuch.' }, locations: locationAt('src/a.ts', 9) }

const log = (...results: readonly object[]): string =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Lint', rules } }, results }] })
const read = (...results: readonly object[]) => readSarif(log(...results), sha256)

describe('reading a SARIF file', () => {
  test('results are findings with their rule, location and severity', () => {
    const { tools, findings, skipped } = read(injection(4), style)
    assert.deepEqual(tools, ['Lint'])
    assert.deepEqual(
      findings.map(({ title, severity, description, subjectResourceId }) => [
        title,
        severity,
        description,
        subjectResourceId,
      ]),
      [
        ['SQL of login.ts', 'critical', 'SQL of login.ts\n\nCWE-89', 'src/login.ts'],
        ['Too long.', 'low', 'Too long.\nMuch.\n\nSTYLE', 'src/a.ts'],
      ],
    )
    assert.deepEqual(skipped, { notFailing: 0, undecided: 0, suppressed: 0, absent: 0 })
  })

  test('a finding that moves by some lines stays the same; with another snippet, it is a different one', () => {
    const fingerprintsOf = (...results: readonly object[]) =>
      read(...results).findings.map(finding => finding.sourceFingerprint)
    assert.deepEqual(fingerprintsOf(injection(4)), fingerprintsOf(injection(400)))
    assert.notDeepEqual(
      fingerprintsOf(injection(4)),
      fingerprintsOf({ ...injection(4), locations: locationAt('src/login.ts', 4, 'query(other)') }),
    )
    const withFingerprint = (line: number, mark: string) => ({
      ...injection(line),
      partialFingerprints: { primaryLocationLineHash: mark },
    })
    assert.deepEqual(
      fingerprintsOf(withFingerprint(1, 'x')),
      fingerprintsOf({ ...withFingerprint(2, 'x'), message: { text: 'Worded anew' } }),
    )
    assert.notDeepEqual(fingerprintsOf(withFingerprint(1, 'x')), fingerprintsOf(withFingerprint(1, 'y')))
  })

  test('results that are suppressed, gone, passed or already reported are skipped and counted', () => {
    const { findings, skipped } = read(
      injection(1),
      injection(2),
      { ...style, suppressions: [{ kind: 'inSource' }] },
      { ...style, suppressions: [{ kind: 'external', status: 'rejected' }] },
      { ...style, kind: 'pass' },
      { ...style, baselineState: 'absent' },
    )
    assert.equal(findings.length, 3)
    assert.deepEqual(skipped, { notFailing: 1, undecided: 0, suppressed: 1, absent: 1 })
  })

  for (const [content, pattern] of [
    ['{', /not valid JSON/],
    ['null', /not valid SARIF/],
    ['{"version": "1.0.0", "runs": []}', /but 1\.0\.0/],
  ] as const)
    test(`${content} is not a SARIF file`, () => {
      assert.throws(
        () => readSarif(content, sha256),
        error => error instanceof UnreadableFile && pattern.test(error.message),
      )
    })
})

describe('probata push findings', { concurrency: false }, () => {
  let p: Probata
  let people: WorkspaceClient
  let clientId: string
  let folder: string

  before(async () => {
    p = await boot()
    people = createWorkspaceClient(p)
    folder = await mkdtemp(join(tmpdir(), 'probata-push-'))
    ;({ clientId } = await accountsOf(p).create(['governance.findings:write']))
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const push = (content: string, ...options: readonly string[]) => pushAs('scan.sarif', content, ...options)
  const pushAs = async (name: string, content: string | Uint8Array, ...options: readonly string[]) => {
    const file = join(folder, name)
    await writeFile(file, content)
    return runPush(file, options, { url: p.url, clientId, secret: clientSecret })
  }
  const reason = ['--reason', 'the nightly scan of the tests']

  test('records each finding once, and remediates findings missing from a complete scan', async () => {
    const firstPush = await push(log(injection(4), style), '--complete', ...reason)
    assert.deepEqual(
      [firstPush.status, firstPush.out],
      [0, 'scanner:Lint: 2 created, 0 seen again, 0 reopened, 0 remediated'],
      firstPush.err,
    )
    const secondPush = await push(log(injection(40), style), '--complete', ...reason)
    assert.equal(secondPush.out, 'scanner:Lint: 0 created, 2 seen again, 0 reopened, 0 remediated')
    const fixed = await push(log(style), '--complete', ...reason)
    assert.equal(fixed.out, 'scanner:Lint: 0 created, 1 seen again, 0 reopened, 1 remediated')
    const { findings } = await people.get('auditor', '/findings')
    assert.deepEqual(findings.map(({ title, status }: { title: string; status: string }) => [title, status]).sort(), [
      ['SQL of login.ts', 'remediated'],
      ['Too long.', 'open'],
    ])
  })

  test('reports mistakes, and a dry run sends nothing', async () => {
    const countBefore = (await people.get('auditor', '/findings')).findings.length
    const dry = await push(log({ ...style, message: { text: 'New' } }), '--dry-run')
    assert.deepEqual([dry.status, dry.out], [0, ''])
    assert.match(dry.err, /^1 findings; left out: 0 suppressed, 0 undecided, 0 not failing, 0 gone/)
    assert.equal((await people.get('auditor', '/findings')).findings.length, countBefore)
    const noReason = await push(log(style))
    assert.deepEqual([noReason.status, /--reason is needed/.test(noReason.err)], [2, true])
    const emptyLog = await push('{"version": "2.1.0"}', ...reason)
    assert.deepEqual([emptyLog.status, /--source is needed/.test(emptyLog.err)], [2, true])
    const short = await push(log(style), '--reason', 'no')
    assert.deepEqual([short.status, short.out], [1, ''])
  })

  test('records a table row by row, and again from a workbook with other headings', async () => {
    const csv =
      'ID;Titel;Schweregrad;Host;Status\nV-7;Old cipher;hoch;web-1;open\nV-8;Weak key;9,1;web-2;open\nV-9;Gone;low;web-3;Fixed\n'
    const withoutSource = await pushAs('scan.csv', csv, ...reason)
    assert.deepEqual([withoutSource.status, /--source is needed/.test(withoutSource.err)], [2, true])
    const firstPush = await pushAs('scan.csv', csv, '--source', 'scanner:table', ...reason)
    assert.deepEqual(
      [firstPush.status, firstPush.out],
      [0, 'scanner:table: 2 created, 0 seen again, 0 reopened, 0 remediated'],
      firstPush.err,
    )
    assert.match(firstPush.err, /columns: title=Titel, severity=Schweregrad, id=ID, host=Host, status=Status/)
    assert.match(
      firstPush.err,
      /2 findings in 3 rows; left out: 1 closed or passed, 0 set aside, 0 undecided, 0 without a title/,
    )
    // The finding stays the same in another file, with other rows in another order.
    const sheets = {
      Cover: rowsOf([['Scan of November']]),
      Found: rowsOf([
        ['Nummer', 'Was', 'Wie schlimm', 'Wo'],
        ['', 'New one', 'ernst', 'web-9'],
        ['V-8', 'Weak key', 'critical', 'web-2'],
      ]),
    }
    const columns = ['id=Nummer', 'title=Was', 'severity=Wie schlimm', 'place=wo'].flatMap(column => [
      '--column',
      column,
    ])
    const options = ['--source', 'scanner:table', '--sheet', 'Found', ...columns, '--complete']
    const dry = await pushAs('scan.xlsx', zipParts(partsOf({ sheets })), ...options, '--dry-run')
    assert.deepEqual([dry.status, dry.out], [0, ''])
    assert.match(dry.err, /2 findings in 2 rows of “Found”/)
    assert.match(dry.err, /severities that are not known, taken as medium: “ernst” \(1\)/)
    const secondPush = await pushAs('scan.xlsx', zipParts(partsOf({ sheets })), ...options, ...reason)
    assert.equal(secondPush.out, 'scanner:table: 1 created, 1 seen again, 0 reopened, 1 remediated', secondPush.err)
    const { findings } = await people.get('auditor', '/findings?sourceModuleKey=scanner:table')
    const severities = findings.map(({ title, severity }: { title: string; severity: string }) => [title, severity])
    assert.deepEqual(severities.sort(), [
      ['New one', 'medium'],
      ['Old cipher', 'high'],
      ['Weak key', 'critical'],
    ])
  })

  test('a table that cannot be interpreted is not sent', async () => {
    const failures: readonly [
      name: string,
      content: string | Uint8Array,
      options: string[],
      status: number,
      messagePattern: RegExp,
    ][] = [
      ['a.csv', 'what,how\n1,2', [], 1, /No column has a title/],
      ['a.csv', 'title,severity\n1,2', ['--column', 'title=none'], 1, /The file has no column “none”/],
      ['a.csv', 'title,severity\n1,2', ['--column', 'colour=title'], 2, /with a field of title, severity/],
      ['a.csv', 'title,severity\n1,2', ['--sheet', 'x'], 2, /--sheet is for workbooks/],
      ['a.sarif', log(style), ['--column', 'title=x'], 2, /--column is for tables/],
      ['a.xlsx', 'PK\u0003\u0004', [], 1, /cannot be unpacked/],
      ['a.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), [], 1, /save it as \.xlsx/],
      ['a.csv', 'title,severity\na,1\nb,5', [], 1, /for example --scale 1-5 --worst 5/],
      ['a.csv', 'title,severity\na,1', ['--scale', '1-5'], 2, /--scale and --worst go together/],
      ['a.json', '{"auditReportVersion":2,"vulnerabilities":{}}', [], 1, /the report of npm audit/],
      ['a.csv', 'title,severity\n,high\nb,high', ['--complete'], 2, /1 rows have no title; a complete scan/],
    ]
    for (const [name, content, options, status, messagePattern] of failures) {
      const output = await pushAs(name, content, '--source', 'scanner:table', ...options, ...reason)
      assert.deepEqual([output.status, output.out, messagePattern.test(output.err)], [status, '', true], output.err)
    }
  })
})
