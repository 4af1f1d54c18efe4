import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A request in the form that is sent to the other thread. */
export interface ThreadRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** Whether the caller needs the body of the response. */
  readonly needsBody: boolean
}

interface ThreadResponse {
  readonly status: number
  readonly bytes: number
  readonly cookie: string
  readonly text?: string
}

export interface Request {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Omits the session or token that the caller otherwise sends. */
  readonly anonymous?: boolean
  /** Sent as JSON if it is not a byte array. */
  readonly body?: object | Uint8Array | undefined
}

/** One client with one connection, in its own thread. */
export interface ApiClient extends AsyncDisposable {
  /** Returns the number of bytes received. Throws if the response is not successful. */
  send(request: Request): Promise<number>
  /** Returns the JSON of the response, and its cookies. */
  ask(request: Request): Promise<{ readonly body: ReturnType<typeof JSON.parse>; readonly cookie: string }>
}

export const startApiClient = (url: string): ApiClient => {
  const worker = new Worker(new URL('./caller-thread.ts', import.meta.url))
  const call = async ({ method, path, headers = {}, body }: Request, needsBody: boolean): Promise<ThreadResponse> => {
    const isBytes = body instanceof Uint8Array
    const threadRequest: ThreadRequest = {
      url: url + path,
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { origin: url, ...(body && !isBytes && { 'content-type': 'application/json' }), ...headers },
      body: body && !isBytes ? JSON.stringify(body) : body,
      needsBody,
    }
    worker.postMessage(threadRequest)
    const [response]: ThreadResponse[] = await once(worker, 'message')
    if (!response || response.status >= 400)
      throw new Error(`${threadRequest.method} ${path}: ${response?.status} ${response?.text}`)
    return response
  }
  return {
    send: async request => (await call(request, false)).bytes,
    async ask(request) {
      const { text, cookie } = await call(request, true)
      return { body: text ? JSON.parse(text) : undefined, cookie }
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
