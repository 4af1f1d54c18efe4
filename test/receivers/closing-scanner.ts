import { once } from 'node:events'
import { createServer } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** clamd's response to a stream that exceeds its `StreamMaxLength`. */
const reply = 'INSTREAM size limit exceeded. ERROR\0'

interface Shared {
  readonly path: string
  readonly closed: Int32Array
}

/**
 * Starts a scanner that responds and closes the connection before it has read everything, as clamd does beyond its
 * limit. It runs in a thread of its own, so that a test can block its own event loop until the connection is closed.
 */
export const startClosingScanner = async (path: string) => {
  const closedFlag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { path, closed: closedFlag } satisfies Shared })
  await once(worker, 'message')
  return {
    address: `clamd:${path}`,
    /**
     * Blocks this thread until the scanner has closed the connection, so that this thread reads nothing in the
     * meantime.
     */
    waitUntilClosed: () => Atomics.wait(closedFlag, 0, 0, 10_000),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}

if (!isMainThread) {
  const { path, closed: closedFlag } = workerData as Shared
  const server = createServer({ pauseOnConnect: true }, socket => {
    socket.write(reply, () => socket.destroy())
    socket.once('close', () => {
      Atomics.store(closedFlag, 0, 1)
      Atomics.notify(closedFlag, 0)
    })
  })
  server.listen(path, () => parentPort?.postMessage('listening'))
}
