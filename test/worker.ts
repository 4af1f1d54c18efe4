/**
 * One process of a run. It takes file after file from the run's list, each as a separate suite, until none is left. The
 * program is loaded once for all of them, which saves 1.2 s of a core per file.
 */
import { AsyncResource } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { takeFile } from './queue.ts'
import { recording } from './reach/recording.ts'

// Synchronous, so that the file's tests belong to its suite. The file must declare them before it awaits anything.
const load = createRequire(import.meta.url)
// Work started in the context of a finished test would belong to that test.
const workerContext = new AsyncResource('worker')

// A test may wait for something that does not keep a process alive.
const alive = setInterval(() => {}, 2 ** 30)

const exitWithOpenResources = (): never => {
  console.error(
    `the tests are over, but resources that they opened remain: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}

const declareFile = (file: string, onEnd: () => void): void => {
  workerContext.runInAsyncScope(() =>
    suite(file, () => {
      if (recording) return declareRecorded(file, onEnd)
      after(onEnd)
      load(join(import.meta.dirname, '..', file))
    }),
  )
}

/** How many milliseconds a file's hooks may take before the next file starts without its record. */
const patience = 120_000

/** Calls `onEnd` after the file's own hooks, which stop servers; by a timer if a failing hook keeps the last from running. */
const declareRecorded = (file: string, onEnd: () => void): void => {
  let hookTimer: NodeJS.Timeout | undefined
  after(() => {
    hookTimer = setTimeout(onEnd, patience)
  })
  recording?.begin(file)
  try {
    load(join(import.meta.dirname, '..', file))
    recording?.loaded()
  } finally {
    after(() => {
      clearTimeout(hookTimer)
      recording?.end()
      onEnd()
    })
  }
}

const runNextFile = (): void => {
  const file = takeFile()
  if (file === undefined) {
    clearInterval(alive)
    setTimeout(exitWithOpenResources, 30_000).unref()
    return
  }
  declareFile(file, () => setImmediate(runNextFile))
}

/** With `--test-name-pattern`, if no name in a file matches, nothing reports that the file has ended. */
const declareAll = (): void => {
  clearInterval(alive)
  for (let file = takeFile(); file !== undefined; file = takeFile()) declareFile(file, () => undefined)
}

if (process.execArgv.some(arg => /^--test-(name|skip)-pattern/.test(arg))) declareAll()
else runNextFile()
