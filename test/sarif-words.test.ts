import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { driver, findingsOf, locationAt, logOf, read, result, runOf } from './sarif-logs.ts'

const severitiesOf = (results: readonly unknown[], rest: object = {}) =>
  findingsOf(results, rest).map(finding => finding.severity)
const titlesOf = (results: readonly unknown[], rest: object = {}) =>
  findingsOf(results, rest).map(finding => finding.title)

describe('the severity of a SARIF result', () => {
  test('a score is a number, with point or comma, or a word; an empty one is ignored', () => {
    const scores = ['', '8', 8.2, 'HIGH', '7.5 ', '10.0', '0.0', null, '9,1', -1, '99', ' critical ']
    const rules = scores.map((score, i) => ({ id: `S${i}`, properties: { 'security-severity': score } }))
    const results = scores.map((_, i) => result('x', { ruleId: `S${i}`, level: 'note' }))
    const { findings, notes } = read(logOf(runOf(results, driver(rules))))
    assert.deepEqual(
      findings.map(finding => finding.severity),
      ['low', 'high', 'high', 'high', 'high', 'critical', 'info', 'low', 'critical', 'low', 'low', 'critical'],
    )
    assert.match(notes.join(), /unknown severities.*“-1” \(1\), “"99"” \(1\)/)
  })

  test('sub-rules, extensions and rules without an index are found', () => {
    const rules = [
      { id: 'CA9000', properties: { 'security-severity': '9.1' } },
      { id: 'D/sub', defaultConfiguration: { level: 'error' } },
    ]
    const pack = {
      name: 'pack',
      guid: 'AB',
      rules: [{ id: 'E1', guid: 'CD', defaultConfiguration: { level: 'error' } }],
    }
    const run = driver(rules, { extensions: [pack] })
    const severityOf = (rest: object) => severitiesOf([result('x', { ruleId: undefined, ...rest })], run)[0]
    assert.equal(severityOf({ ruleId: 'CA9000/md5' }), 'critical')
    assert.equal(severityOf({ ruleId: 'CA9000/md5/deep' }), 'critical')
    assert.equal(severityOf({ ruleId: 'D/sub' }), 'high')
    assert.equal(severityOf({ ruleId: 'D' }), 'medium')
    assert.equal(severityOf({ rule: { id: 'E1', toolComponent: { name: 'pack' } } }), 'high')
    assert.equal(severityOf({ rule: { index: 0, toolComponent: { guid: 'ab' } } }), 'high')
    assert.equal(severityOf({ rule: { guid: 'cd', toolComponent: { index: 0 } } }), 'high')
    assert.equal(severityOf({ ruleId: 'E1' }), 'high')
    // An index that contradicts the rule's id is ignored.
    assert.equal(severityOf({ ruleId: 'E1', ruleIndex: 0 }), 'high')
  })

  test('a run may override levels, for one of its invocations or all', () => {
    const override = (id: string, level: string) => ({
      executionSuccessful: true,
      ruleConfigurationOverrides: [{ descriptor: { id }, configuration: { level } }],
    })
    const run = {
      ...driver([{ id: 'R', defaultConfiguration: { level: 'note' } }]),
      invocations: [override('R', 'error'), override('S', 'none')],
    }
    assert.deepEqual(severitiesOf([result('a')], run), ['high'])
    assert.deepEqual(severitiesOf([result('a', { provenance: { invocationIndex: 1 } })], run), ['low'])
    assert.deepEqual(severitiesOf([result('a', { level: 'warning' })], run), ['medium'])
  })
})

describe('the texts of a SARIF result', () => {
  const titleOf = (message: object, rest: object = {}) => titlesOf([result('', { message })], rest)[0]
  test('placeholders, doubled braces and links are read as in the standard', () => {
    assert.equal(
      titleOf({ text: 'Use {{ and }} around {0}; see [the source](1).', arguments: ['name'] }),
      'Use { and } around name; see the source.',
    )
    assert.equal(titleOf({ text: 'A template {{ x } is open' }), 'A template {{ x } is open')
    assert.equal(titleOf({ text: '{0} of {1}', arguments: ['one', null] }), 'one of {1}')
    assert.equal(titleOf({ text: 'See [the \\[docs\\]](https://a.test/b).' }), 'See the [docs] (https://a.test/b).')
    assert.equal(titleOf({ text: 'call list[0](name)' }), 'call list[0](name)')
    const run = driver([{ id: 'R', messageStrings: { default: { text: 'Weak {0}.' } } }])
    assert.equal(titleOf({ id: 'default', arguments: ['hash'] }, run), 'Weak hash.')
  })

  test("a multi-line title is replaced by the rule's short description; titles of different rules differ", () => {
    const rules = ['CVE-1', 'CVE-2'].map(id => ({ id, shortDescription: { text: `libfoo: flaw ${id}` } }))
    const resultOfRule = (ruleId: string) => result('Package: libfoo\nVersion: 1', { ruleId })
    assert.deepEqual(titlesOf([resultOfRule('CVE-1'), resultOfRule('CVE-2')], driver(rules)), [
      'libfoo: flaw CVE-1',
      'libfoo: flaw CVE-2',
    ])
    assert.deepEqual(titlesOf([resultOfRule('CVE-1'), resultOfRule('CVE-2')]), [
      'Package: libfoo (CVE-1)',
      'Package: libfoo (CVE-2)',
    ])
    assert.deepEqual(titlesOf([result('', { ruleId: 'CVE-1' })], driver(rules)), ['libfoo: flaw CVE-1'])
    assert.deepEqual(titlesOf([result('', { ruleId: undefined })]), ['Finding'])
  })

  test('the current lines and snippet are included', () => {
    const sightings = [
      { startLine: 3, endLine: 5, snippet: { text: '  eval(x)\n' } },
      { startLine: 0 },
      { charOffset: 9 },
      null,
      { startLine: 7, endLine: 2 },
    ].map(region => findingsOf([result('x', { locations: locationAt('a.ts', region ?? undefined) })])[0]?.sighting)
    assert.deepEqual(sightings.slice(0, 3), [{ startLine: 3, endLine: 5, snippet: 'eval(x)' }, undefined, undefined])
    assert.deepEqual(sightings[4], { startLine: 7 })
    const [finding] = findingsOf([
      result('x', { locations: locationAt('a.ts', { startLine: 1, snippet: { text: 'y'.repeat(9000) } }) }),
    ])
    assert.equal(finding?.sighting?.snippet?.length, 4000)
  })
})
