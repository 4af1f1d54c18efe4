import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import semver from 'semver'
import { type Lock, lockViolations, type Manifest, rangeViolations } from './lock-rules.ts'
import { root } from './tool.ts'

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('every dependency is pinned to one exact version', () => {
  const workspaces: readonly string[] = (read('package.json') as Manifest).workspaces ?? []
  const paths = [
    'package.json',
    ...globSync(
      workspaces.map(path => `${path}/package.json`),
      { cwd: root },
    ),
  ]
  const violations = paths.flatMap(path => rangeViolations(path, read(path) as Manifest))
  assert.equal(violations.length, 0, `\n${violations.join('\n')}`)
})

test('the lock is complete for every platform, from the public registry, with digests', () => {
  const violations = lockViolations(read('package-lock.json') as Lock)
  assert.equal(violations.length, 0, `\n${violations.join('\n')}`)
})

test('every installed package supports the pinned Node', () => {
  const { packages } = read('package-lock.json') as Lock
  const installed = Object.keys(packages).filter(path => existsSync(join(root, path, 'package.json')))
  const unsupported = installed.flatMap(path => {
    const { engines } = read(join(path, 'package.json')) as Manifest
    return semver.satisfies(process.version, engines?.node ?? '*') ? [] : [`${path}: ${engines?.node}`]
  })
  assert.ok(installed.length > 300)
  assert.deepEqual(unsupported, [])
})

for (const version of ['^1.0.0', '~1.0.0', '1.x', '*', '>=1.0.0', 'latest', '1.0', 'git+https://example.org/a.git']) {
  test(`a range is detected: ${version}`, () => {
    const violations = rangeViolations('package.json', { devDependencies: { a: version } })
    assert.deepEqual(violations, [`package.json: devDependencies a '${version}' is not one exact version`])
  })
}

test('exact versions are not ranges', () => {
  assert.deepEqual(rangeViolations('package.json', { dependencies: { a: '1.0.0', b: '18.4.0-beta.17' } }), [])
})

const entry = { version: '1.0.0', integrity: 'sha512-AAAA' }
const complete: Lock = {
  packages: {
    '': { dependencies: { a: '1.0.0' }, devDependencies: { b: '1.0.0' } },
    'node_modules/a': { ...entry, optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } },
    'node_modules/a-linux': { ...entry, resolved: 'https://registry.npmjs.org/a-linux/-/a-linux-1.0.0.tgz' },
    'node_modules/a/node_modules/a-darwin': entry,
    'node_modules/b': entry,
    'node_modules/client': { link: true, resolved: 'client' },
    client: { version: '1.0.0', dependencies: { a: '1.0.0' } },
  },
}
const lockWithout = (path: string): Lock => ({
  packages: Object.fromEntries(Object.entries(complete.packages).filter(([key]) => key !== path)),
})
const replaced = (path: string, fields: Manifest): Lock => ({ packages: { ...complete.packages, [path]: fields } })

test('a complete lock has no violation', () => {
  assert.deepEqual(lockViolations(complete), [])
})

const incomplete: readonly [Lock, string][] = [
  [lockWithout('node_modules/a/node_modules/a-darwin'), 'node_modules/a: a-darwin 1.0.0 has no entry in the lock'],
  [lockWithout('node_modules/b'), 'the root: b 1.0.0 has no entry in the lock'],
  [
    replaced('node_modules/b', { ...entry, resolved: 'https://mirror.example/b.tgz' }),
    'node_modules/b: resolved from https://mirror.example/b.tgz, not from https://registry.npmjs.org/',
  ],
  [replaced('node_modules/b', { version: '1.0.0' }), 'node_modules/b: no sha512 integrity'],
  [
    replaced('node_modules/b', { ...entry, engines: { node: '>=22' } }),
    'node_modules/b: names its engines; `npm run lock` leaves them out',
  ],
]

for (const [lock, violation] of incomplete) {
  test(`a gap is detected: ${violation}`, () => {
    assert.deepEqual(lockViolations(lock), [violation])
  })
}
