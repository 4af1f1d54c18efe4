/**
 * The parts of the Service Workers API that the worker uses. TypeScript's own declarations of it (`webworker`) cannot
 * be combined with those of pages.
 */
interface WorkerEvent extends Event {
  /** Keeps the worker running until the work ends. A failure during `install` discards the worker. */
  waitUntil(work: Promise<unknown>): void
}

export interface FetchOfPage extends WorkerEvent {
  readonly request: Request
  /** The response to a navigation that the browser requested while it started the worker. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

interface WorkerEvents {
  readonly install: WorkerEvent
  readonly activate: WorkerEvent
  readonly fetch: FetchOfPage
}

export interface WorkerScope {
  readonly location: Location
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void
}
