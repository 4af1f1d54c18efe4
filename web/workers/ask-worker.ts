/** The meaning of a worker's message: nothing yet, its result, or a failure to throw. */
type Settled<T> = { readonly result: T } | { readonly failure: unknown } | undefined

interface Asked<M, T> {
  readonly message: unknown
  readonly signal: AbortSignal
  readonly read: (data: M) => Settled<T>
  /** The error when the worker itself breaks down. */
  readonly broken: () => Error
}

/** Sends one message to a new worker, and ends the worker with its result; throws the signal's reason when aborted. */
export const askWorker = <M, T>(make: () => Worker, { message, signal, read, broken }: Asked<M, T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    signal.throwIfAborted()
    const worker = make()
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (failure: unknown) => {
      end()
      reject(failure)
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort)
    worker.onerror = () => fail(broken())
    worker.onmessage = ({ data }: MessageEvent<M>) => {
      const settled = read(data)
      if (!settled) return
      if ('failure' in settled) return fail(settled.failure)
      end()
      resolve(settled.result)
    }
    worker.postMessage(message)
  })
