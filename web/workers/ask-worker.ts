/** The meaning of a worker's message: its result, a failure to throw, or neither (undefined). */
type Outcome<T> = { readonly result: T } | { readonly failure: unknown } | undefined

interface WorkerRequest<M, T> {
  readonly message: unknown
  readonly signal: AbortSignal
  readonly interpret: (data: M) => Outcome<T>
  /** The error to throw if the worker crashes. */
  readonly crashError: () => Error
}

/** Sends a message to a new worker and resolves to its result. Throws the signal's reason when aborted. */
export const askWorker = <M, T>(createWorker: () => Worker, request: WorkerRequest<M, T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const { message, signal, interpret, crashError } = request
    signal.throwIfAborted()
    const worker = createWorker()
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
    worker.onerror = () => fail(crashError())
    worker.onmessage = ({ data }: MessageEvent<M>) => {
      const outcome = interpret(data)
      if (!outcome) return
      if ('failure' in outcome) return fail(outcome.failure)
      end()
      resolve(outcome.result)
    }
    worker.postMessage(message)
  })
