import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UnreadableFile } from '#client/import/unreadable-file.ts'
import { findingsOf, fingerprintsOf, locationAt, locationsOf, logOf, read, result, runOf } from './sarif-logs.ts'

describe('values in a SARIF file', () => {
  const reject = (log: string, pattern: RegExp) =>
    assert.throws(
      () => read(log),
      (error: Error) => error instanceof UnreadableFile && pattern.test(error.message),
    )

  test('null values are ignored everywhere', () => {
    const minimalResult = { ruleId: 'R', message: { text: 'One.' }, locations: locationAt('a.ts', undefined) }
    const nulls = Object.fromEntries(
      [
        'ruleIndex',
        'rule',
        'kind',
        'level',
        'guid',
        'correlationGuid',
        'baselineState',
        'suppressions',
        'fingerprints',
        'partialFingerprints',
        'properties',
        'provenance',
        'analysisTarget',
        'relatedLocations',
      ].map(name => [name, null]),
    )
    const message = { text: 'One.', markdown: null, id: null, arguments: null }
    const run = {
      tool: { driver: { name: 'Lint', rules: null, version: null }, extensions: null },
      artifacts: null,
      logicalLocations: null,
      invocations: null,
      originalUriBaseIds: null,
      versionControlProvenance: null,
      automationDetails: null,
      externalPropertyFileReferences: null,
    }
    assert.deepEqual(findingsOf([{ ...minimalResult, ...nulls, message }], run), findingsOf([minimalResult]))
    assert.deepEqual(locationsOf([{ ...minimalResult, locations: null }]), ['Lint'])
    assert.deepEqual(locationsOf([{ ...minimalResult, locations: [null] }]), ['Lint'])
    assert.deepEqual(
      locationsOf([{ ...minimalResult, locations: [{ physicalLocation: null, logicalLocations: [null] }] }]),
      ['Lint'],
    )
  })

  test('a wrong type is rejected with its path', () => {
    reject(
      logOf(runOf([result('ok'), null, result('x', { message: 'words' })])),
      /results\[1\] must be an object, not null; runs\[0\]\.results\[2\]\.message must be an object, not a string/,
    )
    reject(logOf(runOf([result('x', { level: 3 })])), /runs\[0\]\.results\[0\]\.level must be a string, not a number/)
    reject('{"version": "2.1.0", "runs": {}}', /runs must be an array, not an object/)
    reject(
      JSON.stringify({ version: '2.1.0', runs: [runOf(null), { results: 5 }] }),
      /runs\[1\]\.results must be an array, not a number/,
    )
    reject(logOf(runOf(Array.from({ length: 50 }, () => 1))), /and 30 more/)
  })

  test('a wrong type in an optional value is ignored and reported', () => {
    const oddResult = result('One.', {
      fingerprints: { sha: { value: 'x' } },
      partialFingerprints: { n: 5 },
      locations: locationAt('src/a.ts', { startLine: '3' }),
    })
    const { findings, notes } = read(logOf(runOf([oddResult])))
    assert.deepEqual(
      findings.map(finding => finding.sourceFingerprint),
      fingerprintsOf([result('One.')]),
    )
    assert.match(notes.join(), /ignored: .*fingerprints\.sha must be a string, not an object/)
    assert.match(notes.join(), /region\.startLine must be a whole number, not a string/)
  })

  test('names with a meaning in JavaScript are ordinary names', () => {
    const log = logOf(runOf([result('One.', { ruleId: 'constructor', fingerprints: {} })])).replace(
      '"fingerprints":{}',
      '"partialFingerprints":{"__proto__":"x","toString":"y"}',
    )
    assert.equal(read(log).findings.length, 1)
  })

  test('many components and fingerprints are fast', () => {
    const fingerprints = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`p${i}/v${i}`, `x${i}`]))
    const longResult = result('One.', {
      ruleId: 'r/'.repeat(200_000),
      fingerprints: fingerprints,
      partialFingerprints: fingerprints,
    })
    const cpuBefore = process.cpuUsage()
    assert.equal(read(logOf(runOf([longResult]))).findings.length, 1)
    const { user, system } = process.cpuUsage(cpuBefore)
    assert.ok(user + system < 5_000_000)
  })
})
