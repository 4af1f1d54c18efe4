import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { locationAt, logOf, result, runOf } from './sarif-logs.ts'
import { openReceiver, runPush, type ScanReceiver } from './scan-receiver.ts'

describe('requests of probata push findings', { concurrency: false }, () => {
  let receiver: ScanReceiver
  let folder: string

  before(async () => {
    receiver = await openReceiver()
    folder = await mkdtemp(join(tmpdir(), 'probata-scans-'))
  })
  after(async () => {
    await receiver[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const pushFile = async (name: string, content: string, ...options: readonly string[]) => {
    const file = join(folder, name)
    await writeFile(file, content)
    const args = [...options, '--reason', 'the nightly scan of the tests']
    return runPush(file, args, { url: receiver.url, clientId: 'scanner', secret: 'a secret of the tests' })
  }
  const push = (content: string, ...options: readonly string[]) => pushFile('scan.sarif', content, ...options)

  const failedLog = logOf(
    runOf([result('one')], {
      invocations: [
        {
          executionSuccessful: false,
          toolExecutionNotifications: [{ level: 'error', message: { text: 'out of memory' } }],
        },
      ],
    }),
  )

  test('sends nothing if a failed run is declared complete; otherwise sends its results', async () => {
    const complete = await push(failedLog, '--complete')
    assert.deepEqual([complete.status, complete.out, receiver.takeScans()], [1, '', []])
    assert.match(
      complete.err,
      /not a complete scan, nothing was sent: run 1 \(Lint\): the tool failed: out of memory\./,
    )
    const dry = await push(failedLog, '--complete', '--dry-run')
    assert.deepEqual([dry.status, dry.out], [1, ''])
    const partial = await push(failedLog)
    assert.equal(partial.status, 0, partial.err)
    assert.match(partial.err, /run 1 \(Lint\): the tool failed: out of memory/)
    assert.deepEqual(
      receiver.takeScans().map(scan => [scan.isComplete, scan.findings.length]),
      [[false, 1]],
    )
  })

  test('sends nothing without results or runs', async () => {
    for (const [log, pattern] of [
      [logOf(runOf(null)), /it has no results/],
      [logOf(runOf([]), runOf(undefined)), /run 2 \(Lint\): it has no results/],
      [logOf(), /the file has no runs/],
      [logOf(runOf([null])), /runs\[0\]\.results\[0\] must be an object, not null/],
    ] as const) {
      const pushResult = await push(log, '--complete', '--source', 'scanner:lint')
      assert.deepEqual([pushResult.status, pushResult.out, receiver.takeScans()], [1, '', []])
      assert.match(pushResult.err, pattern)
    }
  })

  test('sends fingerprints, former ones, lines and untouched findings', async () => {
    const seenResult = result('one', {
      partialFingerprints: { 'h/v1': 'a', 'h/v2': 'b' },
      locations: locationAt('a.ts', { startLine: 3 }),
    })
    const log = logOf(
      runOf([seenResult, result('two', { kind: 'open' }), result('three', { suppressions: [{ kind: 'inSource' }] })]),
    )
    assert.equal((await push(log, '--complete')).status, 0)
    const [scan, ...otherScans] = receiver.takeScans()
    assert.equal(otherScans.length, 0)
    const { findings = [], untouched, ...rest } = scan ?? {}
    assert.deepEqual(rest, {
      sourceModuleKey: 'scanner:Lint',
      isComplete: true,
      reason: 'the nightly scan of the tests',
    })
    assert.equal(untouched?.length, 4)
    const [finding] = findings
    assert.partialDeepStrictEqual(finding, { title: 'one', subjectResourceId: 'a.ts', sighting: { startLine: 3 } })
    assert.equal((finding as { formerFingerprints?: string[] }).formerFingerprints?.length, 3)
    await push(log)
    assert.deepEqual(
      receiver.takeScans().map(scan => scan.untouched),
      [undefined],
    )
  })

  test('sends a scan for each category, or only for the given one', async () => {
    const run = (id: string) => runOf([result(id)], { automationDetails: { id } })
    const log = logOf(run('java/2031-01-01'), run('javascript/2031-01-01'))
    receiver.answer({ created: 1 })
    const pushResult = await push(log, '--complete')
    receiver.answer({})
    assert.equal(pushResult.out, 'scanner:Lint: 2 created, 0 seen again, 0 reopened, 0 remediated')
    assert.match(pushResult.err, /category java: 1 findings\ncategory javascript: 1 findings/)
    assert.deepEqual(
      receiver.takeScans().map(scan => [scan.category, scan.findings.length]),
      [
        ['java', 1],
        ['javascript', 1],
      ],
    )
    await push(log, '--complete', '--category', 'all')
    await push(log, '--complete', '--category', '')
    await pushFile('a.csv', 'title,severity\none,high', '--source', 'table', '--complete', '--category', 'mine')
    assert.deepEqual(
      receiver.takeScans().map(scan => [scan.category, scan.findings.length]),
      [
        ['all', 2],
        [undefined, 2],
        ['mine', 1],
      ],
    )
  })

  test('sends a large complete scan in parts with one name', async () => {
    const manyResults = Array.from({ length: 2001 }, (_, i) => result(`finding ${i}`))
    const reviewResults = Array.from({ length: 6000 }, (_, i) => result(`left ${i}`, { kind: 'review' }))
    assert.equal((await push(logOf(runOf([...manyResults, ...reviewResults])), '--complete')).status, 0)
    const parts = receiver.takeScans()
    assert.deepEqual(
      parts.map(({ findings, untouched, part, parts: count }) => [findings.length, untouched?.length, part, count]),
      [
        [2000, undefined, 1, 4],
        [1, undefined, 2, 4],
        [0, 10_000, 3, 4],
        [0, 2000, 4, 4],
      ],
    )
    assert.equal(new Set(parts.map(part => part.scanId)).size, 1)
    assert.match(parts[0]?.scanId ?? '', /^[\da-f-]{36}$/)
    await push(logOf(runOf(manyResults)))
    assert.deepEqual(
      receiver.takeScans().map(scan => [scan.findings.length, scan.scanId]),
      [
        [2000, undefined],
        [1, undefined],
      ],
    )
  })

  test('sends bodies that the API accepts, and no scan of more than 50 parts', async () => {
    const longLog = (count: number) =>
      Array.from({ length: count }, (_, i) => result(`finding ${i}: ${'ü'.repeat(9000)}`))
    assert.equal((await push(logOf(runOf(longLog(500))), '--complete')).status, 0)
    const parts = receiver.takeScans()
    assert.equal(parts.length, 3)
    assert.ok(parts.every(part => Buffer.byteLength(JSON.stringify(part)) < 4 * 1024 * 1024))
    assert.equal(
      parts.reduce((sum, part) => sum + part.findings.length, 0),
      500,
    )
    const tooMany = await push(
      logOf(runOf(Array.from({ length: 100_001 }, (_, i) => ({ message: { text: `${i}` } })))),
      '--complete',
    )
    assert.deepEqual([tooMany.status, receiver.takeScans()], [1, []])
    assert.match(tooMany.err, /needs 51 calls; a complete scan may have at most 50/)
  })

  test('confirms withheld remediations, and exits with 1 until they are confirmed', async () => {
    receiver.answer({ seenAgain: 1, withheld: 12, returned: 1 })
    const withheldPush = await push(logOf(runOf([result('one')])), '--complete')
    assert.equal(withheldPush.status, 1)
    assert.equal(
      withheldPush.out,
      'scanner:Lint: 0 created, 1 seen again, 0 reopened, 0 remediated, 12 remediations withheld, 1 returned for a decision',
    )
    assert.match(withheldPush.err, /12 remediations were withheld.*--confirm-remediations 12/)
    receiver.answer({ seenAgain: 1, remediated: 12 })
    const confirmation = await push(logOf(runOf([result('one')])), '--complete', '--confirm-remediations', '12')
    receiver.answer({})
    assert.equal(confirmation.status, 0)
    assert.deepEqual(
      receiver.takeScans().map(scan => scan.confirmRemediations),
      [undefined, 12],
    )
  })

  test('sends locations below the given root', async () => {
    const log = logOf(runOf([result('one', { locations: locationAt('file:///srv/ci/7/src/a.ts') })]))
    assert.match((await push(log)).err, /use --root FOLDER to name the folder of the project/)
    assert.equal((await push(log, '--root', '/srv/ci/7')).status, 0)
    const [fullPath, relativePath] = receiver.takeScans().map(scan => scan.findings[0])
    assert.partialDeepStrictEqual(
      [fullPath, relativePath],
      [{ subjectResourceId: '/srv/ci/7/src/a.ts' }, { subjectResourceId: 'src/a.ts' }],
    )
  })

  test('sends nothing if the options are wrong', async () => {
    const log = logOf(runOf([result('one')]))
    for (const [options, pattern] of [
      [['--complete', '--confirm-remediations', 'all'], /a whole number from 1 to 1,000,000/],
      [['--complete', '--confirm-remediations', '0'], /a whole number from 1 to 1,000,000/],
      [['--confirm-remediations', '3'], /needs --complete/],
      [['--category', 'x'.repeat(201)], /at most 200 characters/],
    ] as const) {
      const pushResult = await push(log, ...options)
      assert.deepEqual([pushResult.status, pushResult.out, receiver.takeScans()], [2, '', []])
      assert.match(pushResult.err, pattern)
    }
    const table = await pushFile('a.csv', 'title,severity\none,high', '--source', 'table', '--root', '/srv')
    assert.deepEqual([table.status, receiver.takeScans()], [2, []])
    const longCategory = await push(
      logOf(runOf([], { automationDetails: { id: `${'x'.repeat(201)}/1` } })),
      '--complete',
    )
    assert.deepEqual([longCategory.status, receiver.takeScans()], [2, []])
  })
})
