import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScanFinding } from '#client/import/scan-finding.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'
import { driver, locationAt, logOf, read, result, runOf } from './sarif-logs.ts'
import { mutantOf } from './sarif-mutants.ts'

/** The number of mutants. 20,000 mutants take a minute. */
const count = Number(process.env.SARIF_MUTANTS ?? 2000)

const logs: readonly string[] = [
  logOf(
    runOf(
      [
        result('Weak {0}.', {
          message: { id: 'default', arguments: ['hash'] },
          rule: { index: 0, toolComponent: { name: 'pack' } },
        }),
        result('See [here](1).', {
          partialFingerprints: { 'hash/v1': 'a', 'hash/v2': 'b' },
          suppressions: [{ status: 'rejected' }],
        }),
        result('See [here](1).', { fingerprints: { 'id/v1': 'a' }, correlationGuid: 'c', kind: 'review', guid: 'g' }),
        result('Same.', {
          ruleId: 'S/sub',
          provenance: { invocationIndex: 0 },
          properties: { 'security-severity': '7,5' },
        }),
        result('Same.', { locations: [{ logicalLocations: [{ index: 0 }] }], analysisTarget: { uri: 'a.dll' } }),
        result('x', {
          locations: locationAt(undefined, { startLine: 3, endLine: 5, snippet: { text: 'eval(x)' } }, { index: 0 }),
        }),
      ],
      {
        ...driver([{ id: 'S', shortDescription: { text: 'About S' }, defaultConfiguration: { level: 'note' } }], {
          extensions: [
            { name: 'pack', guid: 'ab', rules: [{ id: 'R', messageStrings: { default: { text: 'Weak {0}.' } } }] },
          ],
        }),
        artifacts: [{ location: { uri: 'src/i.c', uriBaseId: 'SRCROOT' } }],
        logicalLocations: [{ fullyQualifiedName: 'a.b' }],
        originalUriBaseIds: {
          PROJECTROOT: { uri: 'file:///ci/1/' },
          SRCROOT: { uri: 'src/', uriBaseId: 'PROJECTROOT' },
        },
        versionControlProvenance: [{ repositoryUri: 'https://git.test/a', mappedTo: { uriBaseId: 'SRCROOT' } }],
        invocations: [
          {
            executionSuccessful: true,
            workingDirectory: { uri: 'file:///ci/1/' },
            ruleConfigurationOverrides: [{ descriptor: { id: 'S' }, configuration: { level: 'error' } }],
            toolExecutionNotifications: [
              { level: 'warning', message: { text: 'slow' }, descriptor: { id: 'N', index: 0 } },
            ],
          },
        ],
        automationDetails: { id: 'java/1' },
        externalPropertyFileReferences: { artifacts: [{ location: { uri: 'a' } }] },
      },
    ),
    runOf(
      ['a.ts', 'lib/b.ts', 'src/c.ts'].map(file => result('One.', { locations: locationAt(`file:///srv/${file}`) })),
    ),
  ),
]

/** Asserts that a finding is within the limits of the API. */
const assertWithinLimits = (finding: ScanFinding): void => {
  const { sourceFingerprint, formerFingerprints = [], title, description, subjectResourceId, sighting } = finding
  assert.match(sourceFingerprint, /^[\da-f]{64}(:\d+)?$/)
  assert.ok(formerFingerprints.length <= 8)
  for (const line of [title, subjectResourceId, ...formerFingerprints]) {
    assert.ok(
      line.length > 0 && line.length <= 500 && line.isWellFormed() && line.trim() === line,
      JSON.stringify(line),
    )
    assert.doesNotMatch(line, /\p{Cc}/u)
  }
  assert.ok(subjectResourceId.length <= 200 && description.length <= 10_000 && description.isWellFormed())
  const { startLine = 1, endLine = startLine, snippet = '' } = sighting ?? {}
  assert.ok(startLine >= 1 && endLine >= startLine && snippet.length <= 4000)
}

test(`${count} mutants of SARIF are read without loss, or rejected with a sentence`, () => {
  let readable = 0
  for (let seed = 0; seed < count; seed++) {
    const log = mutantOf(logs, seed)
    try {
      const { findings, scans, skipped } = read(log)
      readable++
      const results = (JSON.parse(log).runs ?? []).flatMap((run: { results?: unknown[] }) => run.results ?? [])
      const skippedCount = skipped.absent + skipped.notFailing + skipped.suppressed + skipped.undecided
      assert.equal(findings.length + skippedCount, results.length)
      for (const scan of scans)
        assert.equal(new Set(scan.findings.map(finding => finding.sourceFingerprint)).size, scan.findings.length)
      for (const finding of findings) assertWithinLimits(finding)
    } catch (error) {
      if (error instanceof UnreadableFile) assert.ok(error.message.length > 10 && error.message.length < 10_000)
      else throw new Error(`seed ${seed}: ${log}`, { cause: error })
    }
  }
  assert.ok(readable > count / 4 && readable < count, `${readable} were readable`)
})
