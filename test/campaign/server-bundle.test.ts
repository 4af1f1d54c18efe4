import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { testEnvironment } from '#test/environment.ts'
import { urlOf } from '#test/faults/server-process.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { aheadBy, timeAhead } from '#test/time-ahead.ts'

const root = join(import.meta.dirname, '..', '..')
const parts = ['bin', 'src', 'client', 'web', 'package.json', 'package-lock.json', 'LICENSE', join('dist', 'web')]

/** Creates a copy of the program that has no bundle yet. */
const checkout = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-bundle-'))
  for (const part of parts)
    await cp(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const bundles = join(folder, 'dist', 'server')
  return {
    folder,
    bundles,
    names: () => (existsSync(bundles) ? readdirSync(bundles).filter(name => /^[0-9a-f]{32}$/.test(name)) : []),
    edit: (file: string, change: (source: string) => string) =>
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8'))),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const environment = {
  ...testEnvironment,
  ...(timeAhead !== 0 && aheadBy(timeAhead)),
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
}

const launch = (cwd: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, ['bin/start.js', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    ...options,
  })

const waitForExit = async (child: ChildProcess) => {
  assert.ok(child.stdout && child.stderr)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out: stdout, err: stderr, status }
}

const run = (cwd: string, ...args: readonly string[]) => waitForExit(launch(cwd, args))

/** Starts the server like `npm start`, reads its API description, and stops it. */
const serveOnce = async (cwd: string, dataDir: string) => {
  await using database = await createTestDatabase()
  const env = {
    ...environment,
    PORT: '0',
    PROBATA_DATA_DIR: dataDir,
    PROBATA_PROCESSES: '2',
    DATABASE_URL: urlOf(database.connection),
  }
  const child = spawn('npm', ['start', '--silent'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stderr.on('data', chunk => output.push(String(chunk)))
  const exited = once(child, 'close')
  for await (const chunk of child.stdout) {
    const firstLine = String(chunk)
      .split('\n')
      .find(line => line.startsWith('{"event":"ready"'))
    if (!firstLine) continue
    const { url, pid } = JSON.parse(firstLine)
    const document = JSON.parse((await (await fetch(`${url}/api/openapi.json`)).text()).replaceAll(url, ''))
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
    const commands = children.map(child => readFileSync(`/proc/${child}/cmdline`, 'latin1').split('\0'))
    process.kill(pid, 'SIGTERM')
    await exited
    return { document, beside: commands.find(command => command.includes('beside')), log: output.join('') }
  }
  throw new Error(output.join(''))
}

test('two simultaneous first starts serve the same as the sources, from one bundle, and the next start bundles nothing', async () => {
  await using copy = await checkout()
  const starts = ['one', 'two'].map(name => serveOnce(copy.folder, join(copy.folder, name)))
  const expected = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'))
  for (const { document, beside, log } of await Promise.all(starts)) {
    assert.ok(isDeepStrictEqual({ ...document, servers: [] }, { ...expected, servers: [] }))
    assert.match(log, /"event":"server_bundled"/)
    // The second process runs from the same bundle as the first.
    assert.equal(beside?.[1], join(copy.bundles, String(copy.names()[0]), 'main.js'))
  }
  assert.equal(copy.names().length, 1)
  assert.deepEqual(
    readdirSync(copy.bundles).filter(name => name.startsWith('new-')),
    [],
  )
  const { log } = await serveOnce(copy.folder, join(copy.folder, 'one'))
  assert.doesNotMatch(log, /server_bundl/)
})

test('a bundle older than a source is not used, and an error names the line of the source', async () => {
  await using copy = await checkout()
  const missingFileRun = await run(copy.folder, 'provision', 'missing.json')
  assert.match(missingFileRun.err, /missing\.json/)
  const [first] = copy.names()
  assert.ok(first)

  const file = 'src/features/provisioning/provision.ts'
  copy.edit(file, source => source.replace(/(?<=const readText = .*\n)/, "  null!.toString() // 'fault'\n"))
  const source = readFileSync(join(copy.folder, file), 'utf8').split('\n')
  const line = source.findIndex(text => text.includes("// 'fault'")) + 1
  assert.ok(line > 0)
  const failedRun = await run(copy.folder, 'provision', 'missing.json')
  assert.match(failedRun.err, new RegExp(`^TypeError at ${file}:${line}:\\d+`))
  assert.equal(failedRun.status, 1)
  assert.equal(copy.names().length, 2)

  // After this edit, the sources match the first bundle again.
  copy.edit(file, text => text.replace("  null!.toString() // 'fault'\n", ''))
  assert.equal((await run(copy.folder, 'provision', 'missing.json')).err, missingFileRun.err)
  assert.equal(copy.names().length, 2)
})

test('a start after a build that was killed while writing creates a complete bundle', async () => {
  await using copy = await checkout()
  const dist = join(copy.folder, 'dist')
  const child = launch(copy.folder, ['help'], { detached: true })
  const exited = once(child, 'exit')
  const watcher = watch(dist, { recursive: true })
  const writeStart = Promise.withResolvers<void>()
  watcher.on('change', (_, name) => String(name).includes('new-') && writeStart.resolve())
  await writeStart.promise
  watcher.close()
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await exited
  const files = readdirSync(copy.bundles)
  assert.equal((await run(copy.folder, 'help')).status, 0)
  assert.equal(copy.names().length, 1, String(files))
})

test('an unfinished bundle is not used, and sources run without a bundle', async () => {
  await using copy = await checkout()
  await run(copy.folder, 'help')
  const [name] = copy.names()
  assert.ok(name)
  await cp(join(copy.bundles, name), join(copy.bundles, 'new-half'), { recursive: true })
  await truncate(join(copy.bundles, 'new-half', 'main.js'), 100)
  await rm(join(copy.bundles, name), { recursive: true })
  assert.equal((await run(copy.folder, 'help')).status, 0)
  assert.deepEqual(copy.names(), [name])

  // Replaces the folder by a file, so that no bundle can be created there.
  await rm(copy.bundles, { recursive: true })
  writeFileSync(copy.bundles, '')
  const { out, status } = await run(copy.folder, '--version')
  assert.deepEqual([out, status], ['0.1.0\n', 0])
})
