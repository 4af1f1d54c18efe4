#!/usr/bin/env node
// Runs on any Node from 20.19; the program itself needs a Node that reads TypeScript (24.11 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FLOOR = { major: 24, minor: 11 }
const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const pinned = join(root, 'node_modules', '.bin', 'node')

function isNewEnough(version) {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? []
  return Number(major) > FLOOR.major || (Number(major) === FLOOR.major && Number(minor) >= FLOOR.minor)
}

/** Checks the installed binary by running it, because it may be truncated or for another platform. */
function works(node) {
  if (!existsSync(node)) return false
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return status === 0 && isNewEnough(stdout.trim())
}

function findNode() {
  if (works(pinned)) return pinned
  if (isNewEnough(process.version)) return process.execPath
  return undefined
}

const terminal = [process.stdin, process.stdout, process.stderr].some(stream => stream.isTTY)

function run(node) {
  let child
  const forward = signal => {
    // Ctrl-C in a terminal also reaches the child directly, and a second SIGINT would look like a second Ctrl-C.
    if (signal !== 'SIGINT' || !terminal) child?.kill(signal)
  }
  process.on('SIGINT', forward).on('SIGTERM', forward)
  // A closing terminal sends SIGHUP to the child directly.
  if (!terminal) process.on('SIGHUP', forward)
  // libuv's threads resolve names; with the default of four, two slow names would block all others. With
  // these malloc settings, password hashes of 19 MiB reuse their memory, and at most 32 MiB stay free in each of two
  // arenas. By default glibc would keep as much for each core (docs/decisions/157).
  const malloc = 'glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=33554432:glibc.malloc.arena_max=2'
  const env = { UV_THREADPOOL_SIZE: '16', GLIBC_TUNABLES: malloc, ...process.env }
  child = spawn(node, [join(root, 'bin', 'start.js'), ...process.argv.slice(2)], { stdio: 'inherit', env })
  child.on('error', error => {
    console.error(`probata: ${node} could not be started (${error.code ?? error.message})`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.off('SIGINT', forward).off('SIGTERM', forward).off('SIGHUP', forward)
    // Process 1 of a container survives its own signal, so the exit code reports the signal too.
    process.exitCode = code ?? 128 + constants.signals[signal]
    if (signal) process.kill(process.pid, signal)
  })
}

const node = findNode()
if (node) run(node)
else {
  console.error(
    `probata needs Node ${FLOOR.major}.${FLOOR.minor} or newer and this is ${process.version}.\n` +
      `The pinned one is not in ${dirname(pinned)}: run \`npm ci\` in ${root} (without --omit=optional),\n` +
      'or install a newer Node from https://nodejs.org.',
  )
  process.exitCode = 1
}
