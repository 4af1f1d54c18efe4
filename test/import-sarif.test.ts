import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fingerprintsOf, logOf, read, result, runOf } from './sarif-logs.ts'

describe('whether a SARIF file is a complete scan', () => {
  const failedRun = {
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: 'out of memory' } }],
  }
  const cases: readonly [name: string, log: string, gap: RegExp | undefined][] = [
    ['a run without invocations', logOf(runOf([])), undefined],
    ['a run that succeeded', logOf(runOf([], { invocations: [{ executionSuccessful: true }] })), undefined],
    ['a failed run', logOf(runOf([], { invocations: [failedRun] })), /run 1 \(Lint\): the tool failed: out of memory/],
    [
      'a second run that failed',
      logOf(runOf([]), runOf([], { invocations: [failedRun] })),
      /run 2 \(Lint\): the tool failed/,
    ],
    [
      'a second invocation that failed',
      logOf(runOf([], { invocations: [{ executionSuccessful: true }, failedRun] })),
      /failed/,
    ],
    [
      'an invocation without executionSuccessful',
      logOf(runOf([], { invocations: [{}] })),
      /does not say whether it succeeded/,
    ],
    ['no results', logOf(runOf(undefined)), /it has no results/],
    ['null as results', logOf(runOf(null)), /it has no results/],
    ['no runs', logOf(), /the file has no runs/],
    ['null as runs', '{"version": "2.1.0", "runs": null}', /the file has no runs/],
    [
      'results in another file',
      logOf(runOf(undefined, { externalPropertyFileReferences: { results: [{ location: { uri: 'r.json' } }] } })),
      /in other files/,
    ],
    [
      'results in addition to those in another file',
      logOf(runOf([result('one')], { externalPropertyFileReferences: { results: [{}] } })),
      /in other files/,
    ],
    [
      'rules in another file',
      logOf(runOf([], { externalPropertyFileReferences: { driver: { location: { uri: 'd.json' } } } })),
      undefined,
    ],
    [
      'inline external results',
      JSON.stringify({ version: '2.1.0', runs: [runOf([])], inlineExternalProperties: [{ results: [] }] }),
      /inlineExternalProperties/,
    ],
    [
      'an error in the configuration',
      logOf(
        runOf([], {
          invocations: [
            {
              executionSuccessful: true,
              toolConfigurationNotifications: [{ level: 'error', message: { text: 'no rule x' } }],
            },
          ],
        }),
      ),
      /reported an error: no rule x/,
    ],
    [
      'a warning',
      logOf(
        runOf([], {
          invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ message: { text: 'slow' } }] }],
        }),
      ),
      undefined,
    ],
    [
      'an error by the declared level of its notification',
      logOf(
        runOf([], {
          tool: { driver: { name: 'Lint', notifications: [{ id: 'N1', defaultConfiguration: { level: 'error' } }] } },
          invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ descriptor: { id: 'N1' } }] }],
        }),
      ),
      /reported an error: N1/,
    ],
    [
      'a killed tool',
      logOf(runOf([], { invocations: [{ executionSuccessful: true, exitSignalName: 'SIGKILL' }] })),
      /SIGKILL/,
    ],
  ]
  for (const [name, log, gap] of cases)
    test(name, () => {
      const { gaps } = read(log)
      if (gap) assert.match(gaps.join('; '), gap)
      else assert.deepEqual(gaps, [])
    })
})

describe('content of a SARIF file that is not imported', () => {
  test('suppressed and undecided results keep their findings open; passed and absent ones do not', () => {
    const { findings } = read(
      logOf(runOf([result('one'), result('two'), result('three'), result('four'), result('five')])),
    )
    const laterImport = read(
      logOf(
        runOf([
          result('one', { suppressions: [{ kind: 'inSource' }] }),
          result('two', { kind: 'review' }),
          result('three', { kind: 'pass' }),
          result('four', { baselineState: 'absent' }),
          result('five', { kind: 'open' }),
        ]),
      ),
    )
    assert.deepEqual(laterImport.skipped, { notFailing: 1, undecided: 2, suppressed: 1, absent: 1 })
    const untouched = new Set(laterImport.scans.flatMap(scan => scan.untouched))
    assert.deepEqual(
      findings.map(finding => [finding.description.split('\n')[0], untouched.has(finding.sourceFingerprint)]),
      [
        ['one', true],
        ['two', true],
        ['three', false],
        ['four', false],
        ['five', true],
      ],
    )
  })

  test('a suppression counts only if all suppressions of the result are accepted', () => {
    const statuses = [
      [{ status: 'accepted' }],
      [{ status: 'underReview' }],
      [{ status: 'accepted' }, { status: 'rejected' }],
      [],
      null,
      [null],
      [{}],
    ]
    const { findings } = read(logOf(runOf(statuses.map((suppressions, i) => result(`${i}`, { suppressions })))))
    assert.deepEqual(
      findings.map(finding => finding.title),
      ['1', '2', '3', '4', '5'],
    )
  })

  test('a result with a kind that the standard does not define is a finding', () => {
    const kinds = ['constructor', '__proto__', 'Fail', '', null]
    const { findings, skipped } = read(logOf(runOf(kinds.map((kind, i) => result(`${i}`, { kind })))))
    assert.deepEqual([findings.length, Object.values(skipped)], [5, [0, 0, 0, 0]])
  })

  test('the second of two equal results keeps its identity while the first is suppressed', () => {
    const [, second] = fingerprintsOf([result('same'), result('same')])
    assert.deepEqual(fingerprintsOf([result('same', { suppressions: [{ kind: 'inSource' }] }), result('same')]), [
      second,
    ])
  })
})

describe('the category of a SARIF run', () => {
  const categories = (...ids: readonly unknown[]) =>
    read(logOf(...ids.map(id => runOf([result('one')], { automationDetails: { id } })))).scans.map(
      scan => scan.category,
    )
  test('is all but the last component of automationDetails.id', () => {
    assert.deepEqual(categories('java/2031-01-01'), ['java'])
    assert.deepEqual(categories('Nightly/macOS/2026-11-27'), ['Nightly/macOS'])
    assert.deepEqual(categories('java/'), ['java'])
    assert.deepEqual(categories('one run'), [undefined])
    assert.deepEqual(categories(null), [undefined])
    assert.deepEqual(categories('java/1', 'js/1', 'java/2'), ['java', 'js'])
  })
  test('an id that names only the run is reported', () => {
    const { notes } = read(logOf(runOf([], { automationDetails: { id: 'nightly' } })))
    assert.match(notes.join(), /“nightly” has no “\/”/)
  })
  test('the caller can choose it instead', () => {
    const log = logOf(runOf([result('one')], { automationDetails: { id: 'java/1' } }))
    assert.deepEqual(
      read(log, { category: 'mine' }).scans.map(scan => scan.category),
      ['mine'],
    )
    assert.deepEqual(
      read(log, { category: '' }).scans.map(scan => scan.category),
      [undefined],
    )
  })
})
