import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

// A program that replaces the server. It prints its arguments, then performs the action that the first argument names.
const main = `
const acts: Record<string, (value: string) => void> = {
  exit: code => { process.exitCode = Number(code) },
  die: signal => { process.kill(process.pid, signal); setTimeout(() => undefined, 30_000) },
  echo: () => { process.stdin.pipe(process.stdout) },
  wait: signal => {
    const alive = setTimeout(() => undefined, 30_000)
    process.on(signal, () => { console.log(signal); clearTimeout(alive); process.exitCode = 7 })
  },
}
const [act = '', value = ''] = process.argv.slice(2)
acts[act]?.(value)
console.log(JSON.stringify({ argv: process.argv.slice(2), pinned: process.env.PINNED, pid: process.pid, file: import.meta.filename }))
`

/** Copies the launcher next to a small program. `node` is put where `npm ci` installs the pinned version. */
function checkout(node?: string) {
  const folder = mkdtempDisposableSync(join(realpathSync(tmpdir()), 'probata-launcher-'))
  const pathOf = (...names: string[]) => join(folder.path, ...names)
  for (const name of ['bin', 'src', 'node_modules/.bin', 'elsewhere']) mkdirSync(pathOf(name), { recursive: true })
  writeFileSync(pathOf('package.json'), '{"type":"module"}')
  writeFileSync(pathOf('src/main.ts'), main)
  for (const name of ['probata.js', 'start.js', 'find-bundle.js'])
    copyFileSync(join(import.meta.dirname, '..', 'bin', name), pathOf('bin', name))
  symlinkSync(pathOf('bin/probata.js'), pathOf('elsewhere/probata'))
  if (node) writeFileSync(pathOf('node_modules/.bin/node'), node, { mode: 0o755 })
  return { pathOf, [Symbol.dispose]: folder[Symbol.dispose].bind(folder) }
}

const workingNode = `#!/bin/sh\nPINNED=yes exec '${process.execPath}' "$@"\n`
const asVersion = (version: string) => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`,
]

async function text(stream: NodeJS.ReadableStream | null): Promise<string> {
  assert.ok(stream)
  const chunks: unknown[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks.join('')
}

/** Runs the launcher until it exits. */
async function run(script: string, args: string[], options: { node?: string[]; input?: string } = {}) {
  const child = spawn(process.execPath, [...(options.node ?? []), script, ...args], { cwd: tmpdir() })
  child.stdin.end(options.input)
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code, signal] = await closed
  return { out: stdout, err: stderr, code, signal }
}

test('passes on arguments, streams and the exit code', async () => {
  using files = checkout(workingNode)
  const result = await run(files.pathOf('bin/probata.js'), ['exit', '3', '--json', 'a b', ''])
  const { argv, file } = JSON.parse(result.out)
  assert.deepEqual({ argv, file }, { argv: ['exit', '3', '--json', 'a b', ''], file: files.pathOf('src/main.ts') })
  assert.deepEqual([result.code, result.signal, result.err], [3, null, ''])
  const echo = await run(files.pathOf('bin/probata.js'), ['echo'], { input: 'from standard input' })
  assert.match(echo.out, /from standard input/)
  assert.equal(echo.code, 0)
})

test('works through a symbolic link', async () => {
  using files = checkout(workingNode)
  const { out, code } = await run(files.pathOf('elsewhere/probata'), ['exit', '0'])
  assert.equal(JSON.parse(out).file, files.pathOf('src/main.ts'))
  assert.equal(code, 0)
})

const choices: [name: string, pinnedNode: string | undefined, version: string, pinned: string | undefined][] = [
  ['the pinned Node is used, although this one would suffice', workingNode, 'v26.0.0', 'yes'],
  ['the pinned Node is used if this one is too old', workingNode, 'v20.19.0', 'yes'],
  ['this Node is used if none is pinned', undefined, 'v24.11.0', undefined],
  ['this Node is used if the pinned one does not run', '#!/bin/sh\nexit 126\n', 'v24.11.0', undefined],
  ['this Node is used if the pinned one is for another machine', '\u007fELF', 'v25.0.0', undefined],
  ['this Node is used if the pinned one is too old', '#!/bin/sh\necho v22.20.0\n', 'v24.11.0', undefined],
]
for (const [name, node, version, pinned] of choices) {
  test(name, async () => {
    using files = checkout(node)
    const { out, code, err } = await run(files.pathOf('bin/probata.js'), ['exit', '0'], { node: asVersion(version) })
    assert.equal(code, 0, err)
    assert.equal(JSON.parse(out).pinned, pinned)
  })
}

for (const version of ['v20.19.0', 'v24.10.9', 'v22.99.0']) {
  test(`explains what to do if only ${version} is available`, async () => {
    using files = checkout()
    const { out, err, code } = await run(files.pathOf('bin/probata.js'), ['exit', '0'], { node: asVersion(version) })
    assert.deepEqual([out, code], ['', 1])
    assert.ok(err.includes(`needs Node 24.11 or newer and this is ${version}`), err)
    assert.ok(err.includes(`run \`npm ci\` in ${files.pathOf()}`), err)
  })
}

test('each way to start gives the allocator the same settings', () => {
  const thresholds = ['bin/probata.js', 'package.json', 'Dockerfile'].map(
    file => /glibc\.[\w.=:]+/.exec(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))?.[0],
  )
  assert.match(thresholds[0] ?? '', /mmap_threshold=33554432/)
  assert.deepEqual(thresholds, Array(thresholds.length).fill(thresholds[0]))
})

test('exits by the signal that ended the program', async () => {
  using files = checkout(workingNode)
  for (const end of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
    const { code, signal } = await run(files.pathOf('bin/probata.js'), ['die', end])
    assert.ok(signal === end || code === 128 + constants.signals[end], `${code} ${signal}`)
  }
})

/**
 * Starts the launcher and waits until its program runs. Returns the child process and the lines that it prints from
 * then on.
 */
async function startWaiting(
  script: string,
  signal: string,
): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> {
  const child = spawn(process.execPath, [script, 'wait', signal], { stdio: ['ignore', 'pipe', 'ignore'] })
  assert.ok(child.stdout)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const firstLine = await lines.next()
  assert.notEqual(JSON.parse(firstLine.value ?? '{}').pid, child.pid)
  return { child, lines }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} reaches the program once, and its exit code is passed on`, async () => {
    using files = checkout(workingNode)
    const { child, lines } = await startWaiting(files.pathOf('bin/probata.js'), signal)
    const exited = once(child, 'exit')
    child.kill(signal)
    assert.deepEqual(await lines.next(), { value: signal, done: false })
    assert.equal((await lines.next()).done, true)
    assert.deepEqual(await exited, [7, null])
  })
}
