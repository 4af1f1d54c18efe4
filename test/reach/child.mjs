// Preloaded into each Node process that a test starts while `npm test -- --map` records. Appends the functions that the
// process has executed to a file in the test's folder. It does so repeatedly, because a test may kill the process at
// any moment. Runs on any version of Node.
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'

const { searchParams } = new URL(import.meta.url)
const root = `${searchParams.get('root')}/`
const file = `${searchParams.get('lane')}/child-${randomUUID()}.jsonl`

const session = new Session()
session.connect()

const post = (method, parameters) => {
  let response
  session.post(method, parameters, (error, result) => {
    if (!error) response = result
  })
  return response
}

/** Returns a path in the repository. Files in a copy of the repository count as files of the repository. */
const pathOf = url => {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return undefined
  const path = fileURLToPath(url)
  if (path.startsWith(root)) return path.slice(root.length)
  return /\/((?:src|client|bin|bench|demo|dist)\/.*)$/.exec(path)?.[1]
}

const flush = () => {
  const { result = [] } = post('Profiler.takePreciseCoverage') ?? {}
  let lines = ''
  for (const { url, functions } of result) {
    const path = pathOf(url)
    const ranges = functions.flatMap(({ ranges: [whole] }) =>
      whole.count > 0 ? [whole.startOffset, whole.endOffset] : [],
    )
    if (path && ranges.length > 0) lines += `${JSON.stringify([path, ...ranges])}\n`
  }
  try {
    if (lines) appendFileSync(file, lines)
  } catch {
    // The test is over, or this user may not write there.
  }
}

post('Profiler.enable')
post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
process.on('exit', flush)
let pause = 250
const flushLater = () => {
  setTimeout(() => {
    flush()
    pause = Math.min(2 * pause, 2000)
    flushLater()
  }, pause).unref()
}
flushLater()
