/** Tests what a SARIF file changes in the findings register, with the command and the server together. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openApi } from '#client/export/api.ts'
import { clientSecret } from './fixture.ts'
import { locationAt, logOf, result, runOf, sha256 } from './sarif-logs.ts'
import { runPush } from './scan-receiver.ts'
import { boot, type Probata } from './system.ts'
import { accountsOf } from './webhooks/callers.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly status: string
}

describe('findings of SARIF files in the register', { concurrency: false }, () => {
  let p: Probata
  let people: WorkspaceClient
  let clientId: string
  let folder: string

  before(async () => {
    p = await boot()
    people = createWorkspaceClient(p)
    folder = await mkdtemp(join(tmpdir(), 'probata-kept-'))
    ;({ clientId } = await accountsOf(p).create(['governance.findings:write']))
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const reason = 'the nightly scan of the tests'
  const push = async (source: string, log: string, ...options: readonly string[]) => {
    const file = join(folder, 'scan.sarif')
    await writeFile(file, log)
    const args = ['--source', source, '--reason', reason, ...options]
    const { out, err, status } = await runPush(file, args, { url: p.url, clientId, secret: clientSecret })
    return { counts: out.replace(`${source}: `, ''), err, status }
  }
  const counts = (created: number, seenAgain: number, reopened = 0, remediated = 0) =>
    `${created} created, ${seenAgain} seen again, ${reopened} reopened, ${remediated} remediated`
  const rowsOf = async (source: string): Promise<Row[]> =>
    (await people.get('auditor', `/findings?sourceModuleKey=${source}`)).findings
  const statusesOf = async (source: string) =>
    Object.fromEntries((await rowsOf(source)).map(({ title, status }) => [title, status]))

  test('findings that are later suppressed or undecided stay open', async () => {
    const results = ['one', 'two', 'three', 'four'].map(words => result(words))
    await push('kept', logOf(runOf(results)), '--complete')
    const laterResults = [
      result('one', { suppressions: [{ kind: 'inSource' }] }),
      result('two', { kind: 'review' }),
      result('three'),
    ]
    const { counts: outcome } = await push('kept', logOf(runOf(laterResults)), '--complete')
    assert.equal(outcome, counts(0, 1, 0, 1))
    assert.deepEqual(await statusesOf('kept'), { one: 'open', two: 'open', three: 'open', four: 'remediated' })
  })

  test('a category does not close findings of another category', async () => {
    const scan = (category: string, ...words: readonly string[]) =>
      logOf(
        runOf(
          words.map(text => result(text)),
          { automationDetails: { id: `${category}/2031-01-01` } },
        ),
      )
    assert.equal((await push('categories', scan('java', 'in Java', 'fixed'), '--complete')).counts, counts(2, 0))
    assert.equal((await push('categories', scan('js', 'in JavaScript'), '--complete')).counts, counts(1, 0))
    assert.equal((await push('categories', scan('java', 'in Java'), '--complete')).counts, counts(0, 1, 0, 1))
    assert.deepEqual(await statusesOf('categories'), {
      'in Java': 'open',
      fixed: 'remediated',
      'in JavaScript': 'open',
    })
  })

  test('a decision does not cover unseen results with a constant fingerprint', async () => {
    const scan = (...words: readonly string[]) =>
      logOf(runOf(words.map(text => result(text, { fingerprints: { 'matchBasedId/v1': 'requires login' } }))))
    assert.equal((await push('constant', scan('of name'))).counts, counts(1, 0))
    const [row] = await rowsOf('constant')
    const response = await people.ask('admin', 'POST', `/findings/${row?.id}/invalidate`)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.equal((await push('constant', scan('of name', 'of mail', 'of id'))).counts, counts(2, 1))
    assert.deepEqual(await statusesOf('constant'), { 'of name': 'invalidated', 'of mail': 'open', 'of id': 'open' })
  })

  test('findings from the previous version of the command are recognized by any of their former fingerprints', async () => {
    const results = [
      result('by words'),
      result('twice'),
      result('twice'),
      result('by guid', { guid: '00000000-0000-4000-8000-000000000001' }),
      result('by print', { fingerprints: { 'id/v1': 'abc' } }),
      result('by hash', { partialFingerprints: { 'hash/v1': 'def', primaryLocationStartColumnFingerprint: '4' } }),
    ]
    const identities: readonly unknown[] = [
      ['by words', ''],
      ['twice', ''],
      '00000000-0000-4000-8000-000000000001',
      [['id/v1', 'abc']],
      [['hash/v1', 'def']],
    ]
    const titles = ['by words', 'twice', 'by guid', 'by print', 'by hash']
    const subject = { subjectModuleKey: 'assets', subjectResourceType: 'file', subjectResourceId: 'src/a.ts' }
    const findings = identities.map((identity, i) => ({
      sourceFingerprint: sha256(JSON.stringify(['Lint', 'R', 'src/a.ts', identity])),
      title: titles[i],
      severity: 'medium',
      ...subject,
    }))
    const api = openApi({ url: p.url, clientId, clientSecret })
    const body = { sourceModuleKey: 'earlier', isComplete: true, reason, findings }
    await api.ask('POST', '/governance/findings/scan-results', { body, headers: { 'idempotency-key': 'earlier-scan' } })
    // The previous version of the command merged two equal results.
    assert.equal((await push('earlier', logOf(runOf(results)), '--complete')).counts, counts(1, 5))
    assert.equal((await push('earlier', logOf(runOf(results)), '--complete')).counts, counts(0, 6))
  })

  test('lines, runners, guids and versions of fingerprints change nothing', async () => {
    const scan = (n: number) =>
      logOf(
        runOf(
          [
            result('moved', {
              locations: locationAt('src/a.ts', { startLine: 10 * n }),
              guid: `0000000${n}-0000-4000-8000-000000000000`,
            }),
            result('on a runner', { locations: locationAt(`file:///ci/${n}/app/src/a.ts`) }),
            result('marked', { partialFingerprints: { 'ctx/v1': 'aaa', ...(n > 1 && { 'ctx/v2': 'bbb' }) } }),
            result(`correlated ${n}`, { correlationGuid: '00000000-0000-4000-8000-000000000009' }),
          ],
          { originalUriBaseIds: { SRCROOT: { uri: `file:///ci/${n}/app/` } } },
        ),
      )
    assert.equal((await push('same', scan(1), '--complete')).counts, counts(4, 0))
    assert.equal((await push('same', scan(2), '--complete')).counts, counts(0, 4))
    const movedFinding = (await rowsOf('same')).find(row => row.title === 'moved')
    const detail = await people.get('auditor', `/findings/${movedFinding?.id}`)
    assert.equal(JSON.stringify(detail).includes('"startLine":20'), true, JSON.stringify(detail))
  })

  test('a scan in several parts is compared once, and remediating most of a source is reported', async () => {
    const logWithCount = (count: number) =>
      logOf(runOf(Array.from({ length: count }, (_, i) => result(`finding ${i}`))))
    assert.equal((await push('parts', logWithCount(2003), '--complete')).counts, counts(2003, 0))
    assert.equal((await push('parts', logWithCount(2001), '--complete')).counts, counts(0, 2001, 0, 2))
    const smallScan = await push('parts', logWithCount(3), '--complete')
    assert.deepEqual([smallScan.status, smallScan.counts], [1, `${counts(0, 3)}, 1998 remediations withheld`])
    assert.match(smallScan.err, /--confirm-remediations 1998/)
    const confirmation = await push('parts', logWithCount(3), '--complete', '--confirm-remediations', '1998')
    assert.deepEqual([confirmation.status, confirmation.counts], [0, counts(0, 3, 0, 1998)])
  })
})
