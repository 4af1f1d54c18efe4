import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { findBundle } from '#bin/find-bundle.js'
import { testEnvironment } from '#test/environment.ts'
import { urlOf } from '#test/faults/server-process.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { aheadBy, timeAhead } from '#test/time-ahead.ts'

const root = join(import.meta.dirname, '..', '..')

/** Returns the paths that the last stage of the Dockerfile copies from the build stage. */
const copiedPaths = async (): Promise<string[]> => {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
  const lines = dockerfile.match(/^COPY --from=build .*$/gm) ?? []
  return lines.flatMap(line => line.match(/(?<=\/app\/)\S+/g) ?? [])
}

test("the server runs with only the image's content", async t => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-image-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  execFileSync(process.execPath, ['bin/bundle.ts'], { cwd: root })
  const parts = await copiedPaths()
  assert.ok(parts.includes('src') && parts.includes('node_modules'))
  for (const part of parts) {
    const [from, to] = [join(root, part), join(folder, part)]
    if (part === 'node_modules') await symlink(from, to)
    else await cp(from, to, { recursive: true, filter: path => !path.endsWith('.test.ts') })
  }
  await mkdir(join(folder, 'data'))

  await using database = await createTestDatabase()
  const env = {
    ...testEnvironment,
    ...(timeAhead !== 0 && aheadBy(timeAhead)),
    PATH: process.env.PATH,
    PORT: '0',
    PROBATA_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: urlOf(database.connection),
  }
  const child = spawn(process.execPath, ['bin/start.js', 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const output: string[] = []
  child.stderr.on('data', chunk => output.push(String(chunk)))
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const announcement: { event?: string; url?: string } = JSON.parse(line)
    if (announcement.event !== 'ready') continue
    url = announcement.url ?? ''
    break
  }
  assert.ok(url, output.join(''))
  for (const path of ['/', '/docs', '/docs/js/scalar.js', '/api/openapi.json', '/api/health/ready'])
    assert.equal((await fetch(url + path)).status, 200, path)
  // The build stage has bundled the server; the image contains no bundler.
  assert.doesNotMatch(output.join(''), /server_(not_bundled|bundling)/)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('the bundle contains nothing that the image leaves out', () => {
  execFileSync(process.execPath, ['bin/bundle.ts'], { cwd: root })
  const bundle = findBundle()
  assert.ok(bundle)
  const { files }: { files: string[] } = JSON.parse(readFileSync(join(dirname(bundle), 'made-of.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const folders = files.map(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '')
  const missingPackages = new Set(folders.filter(folder => packages[folder]?.dev || packages[folder]?.optional))
  assert.deepEqual([...missingPackages], [])
  assert.ok(folders.includes('node_modules/fastify'))
})
