/**
 * One process of a run: takes file after file from the run's list, each as a separate suite, until none is left. The
 * program is loaded once for all of them: 1.2 s of a core per file otherwise.
 */
import { AsyncResource } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { takeFile } from './queue.ts'
import { recording } from './reach/recording.ts'

// Synchronously, so that the tests of the file belong to its suite: it must declare them before it awaits anything.
const load = createRequire(import.meta.url)
// Work begun in the context of a finished test would belong to that test.
const outside = new AsyncResource('worker')

// A test may wait for something that does not keep a process alive.
const alive = setInterval(() => {}, 2 ** 30)

const endWhatIsLeft = (): never => {
  console.error(`the tests are over, and something they began is not: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}

const declare = (file: string, whenItEnds: () => void): void => {
  outside.runInAsyncScope(() =>
    suite(file, () => {
      if (recording) return declareRecorded(file, whenItEnds)
      after(whenItEnds)
      load(join(import.meta.dirname, '..', file))
    }),
  )
}

/** Milliseconds that the hooks of a file may take before the next file goes on without its record. */
const patience = 120_000

/** Ends after the file's own hooks, which execute the end of servers; a hook that fails keeps later ones from running. */
const declareRecorded = (file: string, whenItEnds: () => void): void => {
  let late: NodeJS.Timeout | undefined
  after(() => {
    late = setTimeout(whenItEnds, patience)
  })
  recording?.begin(file)
  try {
    load(join(import.meta.dirname, '..', file))
    recording?.loaded()
  } finally {
    after(() => {
      clearTimeout(late)
      recording?.end()
      whenItEnds()
    })
  }
}

const goOn = (): void => {
  const file = takeFile()
  if (file === undefined) {
    clearInterval(alive)
    setTimeout(endWhatIsLeft, 30_000).unref()
    return
  }
  declare(file, () => setImmediate(goOn))
}

/** With `--test-name-pattern`: if no name in a file matches, nothing reports that the file has ended. */
const declareAll = (): void => {
  clearInterval(alive)
  for (let file = takeFile(); file !== undefined; file = takeFile()) declare(file, () => undefined)
}

if (process.execArgv.some(arg => /^--test-(name|skip)-pattern/.test(arg))) declareAll()
else goOn()
