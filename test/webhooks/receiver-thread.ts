import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { kinds } from '#test/receivers/kinds.ts'
import { createNames } from '#test/receivers/names.ts'

/** A receiver of test/receivers/kinds.ts in its own thread. */
export interface ReceiverThread extends AsyncDisposable {
  readonly url: string
  /** Always undefined: the connections of another thread are not counted. */
  readonly connections: undefined
}

/**
 * Starts a receiver that writes as fast as it can, in its own thread. In the server's event loop, filling the sockets
 * (several MB per request) would block the server itself. Receivers that need host names or certificates are not
 * supported.
 */
export const startReceiverThread = async (kind: string): Promise<ReceiverThread> => {
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
