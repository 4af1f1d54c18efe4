import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { directPackages, makeBom } from '#test/sbom.ts'
import { root } from './tool.ts'

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

const lock: Readonly<Record<string, LockedPackage>> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const installed = Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link)

const bom = makeBom()
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`
const componentByPurl = new Map(bom.components.map(component => [component.purl, component]))

test('every package of the lock that is installed for production is in the bill of materials, with its digest', () => {
  const production = installed.filter(([, { dev }]) => !dev)
  assert.ok(production.length > 100)
  const mismatches = production.flatMap(([path, { version = '', integrity = '' }]) => {
    const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    const component = componentByPurl.get(purlOf(nameOf(path), version))
    return component?.hashes?.some(({ alg, content }) => alg === 'SHA-512' && content === sha512) ? [] : [path]
  })
  assert.deepEqual(mismatches, [])
})

test('everything that the web app is built from is in the bill of materials', () => {
  const names = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]*$/g, ''))))
  for (const name of ['react', 'react-dom', 'scheduler', '@mantine/core', 'recharts', 'pdfjs-dist', 'uqr'])
    assert.ok(names.has(name), name)
  assert.deepEqual(
    directPackages().filter(name => !names.has(name)),
    [],
  )
  const dependencies = bom.components.flatMap(({ purl }) => {
    const [path] = installed.find(([lockPath, { version = '' }]) => purlOf(nameOf(lockPath), version) === purl) ?? []
    return Object.keys((path && lock[path]?.dependencies) || {})
  })
  assert.deepEqual(
    dependencies.filter(name => !names.has(name)),
    [],
  )
})

test('no other package is in the bill, and every package names its license', () => {
  const allPurls = new Set(installed.map(([path, { version = '' }]) => purlOf(nameOf(path), version)))
  assert.deepEqual(
    bom.components.filter(({ purl }) => !allPurls.has(purl)),
    [],
  )
  for (const tool of ['knip', 'vite', 'typescript', '@biomejs/biome', 'playwright-core'])
    assert.ok(!bom.components.some(({ purl }) => purl.startsWith(`pkg:npm/${tool.replace('@', '%40')}@`)), tool)
  assert.deepEqual(
    bom.components.filter(({ licenses = [] }) => licenses.length === 0).map(({ purl }) => purl),
    [],
  )
})

test('the same lock file yields the same bytes', () => {
  assert.equal(JSON.stringify(makeBom()), JSON.stringify(bom))
  assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(bom.metadata.component.name, 'probata')
})
