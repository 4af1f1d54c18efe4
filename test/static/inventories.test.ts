import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './tool.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const sources = globSync('{src,web}/**/*.{ts,tsx}', { cwd: root })
  // Leaves out samples of code that the webhooks page shows to operators of receivers.
  .filter(path => !/\.(test|d)\.ts$|^web\/pages\/webhooks\/verify-code\.ts$/.test(path))
  .map(path => ({ path, source: read(path) }))

test('every source that encrypts, signs, derives or hashes passwords is in docs/cryptography.md', () => {
  const page = read('docs/cryptography.md')
  const cryptographyCall =
    /\b(createCipheriv|hkdf(Sync)?|pbkdf2(Sync)?|scrypt(Sync)?|argon2|generateKeyPair(Sync)?|createHmac|compactVerify)\b/
  const cryptographyFiles = sources.filter(
    ({ source }) => cryptographyCall.test(source) || /import \{[^}]*\bsign\b[^}]*\} from 'node:crypto'/.test(source),
  )
  assert.ok(cryptographyFiles.length > 8)
  assert.deepEqual(
    cryptographyFiles.map(({ path }) => path).filter(path => !page.includes(path)),
    [],
  )
  const namedSources = [...page.matchAll(/`(src\/[\w/.-]+\.ts)`/g)].map(([, path = '']) => path)
  assert.deepEqual(
    namedSources.filter(path => !sources.some(source => source.path === path)),
    [],
  )
})

const data = read('docs/data.md')

test('every table has one level in docs/data.md', () => {
  const tables = [...read('src/db/schema.sql').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name)
  const rows = [...data.matchAll(/^\| (?:secret|personal|confidential|operational|public) \| (.+) \|$/gm)]
  assert.equal(rows.length, 5)
  const listedTables = rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.deepEqual(listedTables.toSorted(), [...new Set(tables)].toSorted())
})

test('everything that pages store in a browser is in docs/data.md', () => {
  const storingFiles = sources.filter(({ source }) =>
    /\b(local|session)Storage\.setItem\(|indexedDB|caches\.open\(/.test(source),
  )
  assert.ok(storingFiles.length >= 4)
  const keys = storingFiles.flatMap(({ path, source }) => {
    const storageKeys = [...source.matchAll(/const \w+ = '(probata-[\w-]+:?)'/g)].map(([, key = '']) => key)
    assert.ok(storageKeys.length > 0, path)
    return storageKeys
  })
  assert.deepEqual(
    keys.filter(key => !data.includes(`\`${key}\``)),
    [],
  )
})

test('the index of decisions names each once, with its title', () => {
  const listedDecisions = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{3})\]\(([\w-]+\.md)\) (.+)$/gm)]
  const titles = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map(path => {
    const [, number, title] = /^# (\d{3}) (.+)$/m.exec(read(path)) ?? []
    return [number, path.split('/').at(-1), title].join(' ')
  })
  assert.deepEqual(listedDecisions.map(([, ...parts]) => parts.join(' ')).toSorted(), titles.toSorted())
})

test('every file and folder that CONTRIBUTING.md names exists', () => {
  const paths = [...read('CONTRIBUTING.md').matchAll(/`([\w.*-]+(?:\/[\w.*-]+)+\/?)`/g)].map(([, path = '']) => path)
  assert.ok(paths.length > 100)
  // The paths in the glossary are below src/.
  const exists = (path: string) => globSync([path, `src/${path}`], { cwd: root }).length > 0
  assert.deepEqual(
    paths.filter(path => !exists(path)),
    [],
  )
})
