import type { Caller } from './caller.ts'
import type { Fields } from './values.ts'
import type { Organization } from './workspace.ts'

/** A caller's request without its credentials. */
export interface Request {
  readonly params: Fields
  readonly query: Fields
  readonly body: Fields | FormData | undefined
  /** The only caller whose request can succeed, if the request belongs to one session. */
  readonly caller?: Caller
}

/** Prepares the data that an operation needs and its schema cannot express. */
export type PrepareRequest = (organization: Organization) => Promise<Partial<Request>>
