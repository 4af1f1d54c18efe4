import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SarifOptions } from '#client/import/sarif.ts'
import {
  createdAfter,
  findingsOf,
  fingerprintsOf,
  locationAt,
  locationsOf,
  logOf,
  read,
  result,
  runOf,
} from './sarif-logs.ts'

describe('the location of a SARIF result', () => {
  const absolute = (uri: string) => result('One.', { locations: locationAt(uri) })
  const sourceRoot = (uri: string) => ({ originalUriBaseIds: { '%SRCROOT%': { uri } } })
  const cases: readonly [name: string, uri: string, rest: object, options: SarifOptions, location: string][] = [
    ['relative', 'src/./x/../a.ts', {}, {}, 'src/a.ts'],
    ['percent-encoded', 'src/my%20file%C3%A9.ts', {}, {}, 'src/my fileé.ts'],
    ['with a stray percent sign', 'src/100%.ts', {}, {}, 'src/100%.ts'],
    ['with backslashes', 'src\\lib\\a.ts', {}, {}, 'src/lib/a.ts'],
    ['below the source root', 'file:///ci/1/app/src/a.ts', sourceRoot('file:///ci/1/app/'), {}, 'src/a.ts'],
    ['below a root without a slash', 'file:///ci/1/app/src/a.ts', sourceRoot('file:///ci/1/app'), {}, 'src/a.ts'],
    ['outside the source root', 'file:///ci/1/app-2/a.ts', sourceRoot('file:///ci/1/app'), {}, '/ci/1/app-2/a.ts'],
    ['on Windows, in another case', 'file:///c:/CI/App/a.ts', sourceRoot('file:///C:/ci/app/'), {}, 'a.ts'],
    ['as a Windows path', 'C:\\ci\\app\\src\\a.ts', {}, { root: 'C:\\ci\\app' }, 'src/a.ts'],
    ['as a path', '/ci/1/app/src/a.ts', {}, { root: '/ci/1/app/' }, 'src/a.ts'],
    [
      'below the given root',
      'file:///ci/1/app/src/a.ts',
      sourceRoot('file:///ci/'),
      { root: 'file:///ci/1/app' },
      'src/a.ts',
    ],
    [
      'below the working directory',
      'file:///ci/1/app/src/a.ts',
      { invocations: [{ executionSuccessful: true, workingDirectory: { uri: 'file:///ci/1/app' } }] },
      {},
      'src/a.ts',
    ],
    [
      'below the checkout',
      'file:///ci/1/app/src/a.ts',
      { versionControlProvenance: [{ repositoryUri: 'https://git.test/app', mappedTo: { uri: 'file:///ci/1/app/' } }] },
      {},
      'src/a.ts',
    ],
    [
      'in one of two checkouts',
      'file:///ci/lib/a.ts',
      {
        versionControlProvenance: [
          { repositoryUri: 'https://git.test/app', mappedTo: { uri: 'file:///ci/app/' } },
          { repositoryUri: 'https://git.test/lib/', mappedTo: { uri: 'file:///ci/lib/' } },
        ],
      },
      {},
      'lib/a.ts',
    ],
    ['where GitHub checks out', 'file:///home/runner/work/app/app/src/a.ts', {}, {}, 'src/a.ts'],
    ['where Azure checks out', 'file:///D:/a/1/s/src/a.ts', {}, {}, 'src/a.ts'],
    ['in an unknown folder', 'file:///somewhere/src/a.ts', {}, {}, '/somewhere/src/a.ts'],
    ['on a share', 'file://host/share/a.ts', {}, {}, '//host/share/a.ts'],
    ['no file', 'pkg:npm/left-pad@1.0.0', {}, { root: '/x' }, 'pkg:npm/left-pad@1.0.0'],
  ]
  for (const [name, uri, rest, options, location] of cases)
    test(name, () => assert.deepEqual(locationsOf([absolute(uri)], rest, options), [location]))

  test("the project's base is omitted, other bases are part of the location, nested ones are resolved", () => {
    const based = (uriBaseId: string) => result('One.', { locations: locationAt('util.ts', undefined, { uriBaseId }) })
    const originalUriBaseIds = {
      API: { uri: 'file:///work/api/' },
      WEB: { uri: 'file:///work/web/' },
      PROJECTROOT: { uri: 'file:///work/' },
      '%SRCROOT%': { uri: 'src/', uriBaseId: 'PROJECTROOT' },
      LOOP: { uri: 'loop/', uriBaseId: 'LOOP' },
    }
    assert.deepEqual(
      locationsOf(['API', 'WEB', 'PROJECTROOT', '%SRCROOT%', 'LOOP', 'UNKNOWN'].map(based), { originalUriBaseIds }),
      ['API/util.ts', 'WEB/util.ts', 'util.ts', 'src/util.ts', 'LOOP/loop/util.ts', 'UNKNOWN/util.ts'],
    )
  })

  test('several project roots: their common part is omitted', () => {
    const based = (uriBaseId: string) => result('One.', { locations: locationAt('a.ts', undefined, { uriBaseId }) })
    const roots = (folder: string) => ({
      originalUriBaseIds: {
        '%SRCROOT%': { uri: `file://${folder}/lib/` },
        '%SRCROOT1%': { uri: `file://${folder}/src/` },
      },
    })
    const bothBases = [based('%SRCROOT%'), based('%SRCROOT1%')]
    assert.deepEqual(locationsOf(bothBases, roots('/ci/1')), ['lib/a.ts', 'src/a.ts'])
    assert.deepEqual(fingerprintsOf(bothBases, roots('/ci/1')), fingerprintsOf(bothBases, roots('/ci/2')))
  })

  test('the common folder of absolute locations is omitted and reported', () => {
    const scan = (folder: string) =>
      read(logOf(runOf([`${folder}/src/a.ts`, `${folder}/lib/b.ts`].map(path => absolute(`file://${path}`)))))
    const [firstScan, secondScan] = [scan('/srv/one/app'), scan('/srv/two/app')]
    assert.deepEqual(
      firstScan.findings.map(finding => finding.subjectResourceId),
      ['src/a.ts', 'lib/b.ts'],
    )
    assert.equal(createdAfter(firstScan.findings, secondScan.findings), 0)
    assert.match(
      firstScan.notes.join(),
      /2 files have absolute paths, made relative to \/srv\/one\/app\/; use --root FOLDER/,
    )
    // A single folder does not identify a project, because files with the same name in two projects must not get the
    // same location.
    const singleFile = read(logOf(runOf([absolute('file:///srv/one/app/src/a.ts')])))
    assert.match(singleFile.notes.join(), /1 file has an absolute path, used as is; use --root FOLDER/)
  })

  test("the runner's folder in a message does not change the finding", () => {
    const scan = (folder: string) =>
      findingsOf([result(`Cannot read ${folder}/src/x.ts`)], {
        originalUriBaseIds: { SRCROOT: { uri: `file://${folder}/` } },
      })
    assert.equal(createdAfter(scan('/ci/1/app'), scan('/ci/2/app')), 0)
  })

  test('follows from the index of an artifact, or from the target of the analysis', () => {
    const artifacts = [{ location: { uri: 'src/i.c', uriBaseId: 'API' } }, null]
    const indexed = result('One.', { locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }] })
    const target = result('Two.', { locations: [], analysisTarget: { uri: 'lib.dll' } })
    assert.deepEqual(locationsOf([indexed, target], { artifacts }), ['API/src/i.c', 'lib.dll'])
  })
})
