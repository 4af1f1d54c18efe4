import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createdAfter, findingsOf, fingerprintsOf, locationAt, locationsOf, result, sha256 } from './sarif-logs.ts'

describe('the identity of a SARIF result', () => {
  test('equal results are separate findings, distinguished by a number', () => {
    const [first, second, third] = fingerprintsOf([result('same'), result('same'), result('same')])
    assert.deepEqual([second, third], [`${first}:1`, `${first}:2`])
  })

  test('a fingerprint that different results share identifies none of them', () => {
    const constant = { fingerprints: { 'id/v1': 'always' } }
    for (const [first, second] of [
      [result('A', constant), result('B', constant)],
      [result('A', constant), result('A', { ...constant, ruleId: 'S' })],
      [result('A', constant), result('A', { ...constant, locations: locationAt('src/b.ts') })],
      [result('A', { partialFingerprints: { hash: 'x' } }), result('B', { partialFingerprints: { hash: 'x' } })],
      [result('A', { correlationGuid: 'x' }), result('B', { correlationGuid: 'x' })],
    ] as const) {
      assert.equal(new Set(fingerprintsOf([first, second])).size, 2)
      const withoutIdentity = { fingerprints: null, partialFingerprints: null, correlationGuid: null }
      assert.deepEqual(
        fingerprintsOf([first, second]),
        fingerprintsOf([
          { ...first, ...withoutIdentity },
          { ...second, ...withoutIdentity },
        ]),
      )
      // The first result keeps its identity if another result is added or removed.
      assert.equal(createdAfter(findingsOf([first]), findingsOf([first, second])), 1)
      assert.equal(createdAfter(findingsOf([first, second]), findingsOf([second])), 0)
    }
  })

  test('a phrase instead of a fingerprint is ignored', () => {
    const anonymous = { fingerprints: { 'id/v1': 'requires login' } }
    assert.equal(createdAfter(findingsOf([result('A')]), findingsOf([result('A', anonymous)])), 0)
    const [A, B] = [findingsOf([result('A', anonymous)]), findingsOf([result('B', anonymous)])]
    assert.notEqual(A[0]?.sourceFingerprint, B[0]?.sourceFingerprint)
  })

  test('correlationGuid identifies a finding, and guid does not', () => {
    const guid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const correlated = (n: number) => result(`run ${n}`, { guid: guid(n), correlationGuid: guid(9) })
    assert.deepEqual(fingerprintsOf([correlated(1)]), fingerprintsOf([correlated(2)]))
    assert.deepEqual(
      fingerprintsOf([result('one', { guid: guid(1) })]),
      fingerprintsOf([result('one', { guid: guid(2) })]),
    )
  })

  test('a new version of a fingerprint matches the previous one, in both directions', () => {
    for (const kind of ['fingerprints', 'partialFingerprints']) {
      const v1 = findingsOf([result('One.', { [kind]: { 'ctx/v1': 'aaa' } })])
      const bothVersions = findingsOf([result('One, anew.', { [kind]: { 'ctx/v1': 'aaa', 'ctx/v2': 'bbb' } })])
      const v2 = findingsOf([result('One.', { [kind]: { 'ctx/v2': 'bbb' } })])
      const v10 = findingsOf([result('One, anew.', { [kind]: { 'ctx/v2': 'bbb', 'ctx/v10': 'ccc' } })])
      assert.deepEqual(
        [createdAfter(v1, bothVersions), createdAfter(bothVersions, v1), createdAfter(bothVersions, v2)],
        [0, 0, 0],
      )
      assert.deepEqual([createdAfter(bothVersions, v10), createdAfter(v10, bothVersions)], [0, 0])
      // The fingerprint with the highest version comes first.
      assert.equal(bothVersions[0]?.sourceFingerprint, v2[0]?.sourceFingerprint)
      assert.equal(createdAfter(v1, findingsOf([result('One, anew.', { [kind]: { 'ctx/v1': 'zzz' } })])), 1)
    }
  })

  test('a tool that starts or stops writing fingerprints reports the same findings', () => {
    const [withoutFingerprint, withFingerprint] = [
      result('One.'),
      result('One.', { partialFingerprints: { 'hash/v1': 'abc' } }),
    ]
    assert.equal(createdAfter(findingsOf([withoutFingerprint]), findingsOf([withFingerprint])), 0)
    assert.equal(createdAfter(findingsOf([withFingerprint]), findingsOf([withoutFingerprint])), 0)
  })

  test('logical names and bases distinguish resources', () => {
    const resource = (name: string) =>
      result('Public.', { locations: [{ ...locationAt('')[0], logicalLocations: [{ fullyQualifiedName: name }] }] })
    assert.equal(new Set(fingerprintsOf([resource('reports'), resource('backups')])).size, 2)
    assert.deepEqual(
      fingerprintsOf([resource('backups')]),
      fingerprintsOf([resource('reports'), resource('backups')]).slice(1),
    )
    const inFile = (name: string) =>
      result('Public.', { locations: [{ ...locationAt('main.tf')[0], logicalLocations: [{ name }] }] })
    assert.deepEqual(fingerprintsOf([inFile('b')]), fingerprintsOf([inFile('a'), inFile('b')]).slice(1))
    const indexed = (index: number) => result('Public.', { locations: [{ logicalLocations: [{ index }] }] })
    const logicalLocations = [{ fullyQualifiedName: 'a.one' }, { fullyQualifiedName: 'a.two' }]
    assert.deepEqual(locationsOf([indexed(0), indexed(1)], { logicalLocations }), ['a.one', 'a.two'])
  })

  test('the fingerprint from before the upgrade is among the former fingerprints, once', () => {
    const earlierFingerprint = (...parts: readonly unknown[]) =>
      sha256(JSON.stringify(['Lint', 'R', 'src/a.ts', ...parts]))
    const formerFingerprintsOf = (...results: readonly object[]) =>
      findingsOf(results).map(finding => finding.formerFingerprints)
    assert.deepEqual(formerFingerprintsOf(result('One.')), [[earlierFingerprint(['One.', ''])]])
    assert.deepEqual(formerFingerprintsOf(result('One.'), result('One.')), [[earlierFingerprint(['One.', ''])], []])
    assert.equal(formerFingerprintsOf(result('One.', { guid: 'g' }))[0]?.at(-1), earlierFingerprint('g'))
    const prints = { fingerprints: { b: '2', a: '1' }, partialFingerprints: { c: '3' } }
    assert.equal(
      formerFingerprintsOf(result('One.', prints))[0]?.at(-1),
      earlierFingerprint([
        ['a', '1'],
        ['b', '2'],
      ]),
    )
  })

  test('at most 8 former fingerprints are sent, including that of earlier commands', () => {
    const partialFingerprints = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`hash/v${i}`, `x${i}`]))
    const [finding] = findingsOf([result('One.', { partialFingerprints })])
    assert.equal(finding?.formerFingerprints?.length, 8)
    assert.equal(new Set(finding?.formerFingerprints).size, 8)
  })
})
