import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { kinds } from '#test/receivers/kinds.ts'
import { createNames } from '#test/receivers/names.ts'

/** A receiver of test/receivers/kinds.ts in its own thread. */
export interface ReceiverThread extends AsyncDisposable {
  readonly url: string
  /** Connections are not counted. */
  readonly connections: undefined
}

/**
 * For receivers that write as fast as they can. In the server's event loop, filling the sockets (some MB for each
 * request) would block the server itself. Not for receivers that need host names or certificates.
 */
export const startThread = async (kind: string): Promise<ReceiverThread> => {
  const worker = new Worker(import.meta.filename, { workerData: kind })
  const [url] = await once(worker, 'message')
  return {
    url,
    connections: undefined,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

if (!isMainThread && typeof workerData === 'string') {
  const kind = kinds.find(each => each.kind === workerData)
  void kind?.start(createNames()).then(({ url }) => parentPort?.postMessage(url))
}
