import type { Caller } from './caller.ts'
import type { Fields } from './values.ts'
import type { Organization } from './workspace.ts'

/** The request of a caller, besides its credentials. */
export interface Request {
  readonly params: Fields
  readonly query: Fields
  readonly body: Fields | FormData | undefined
  /** The only caller that can send it with success, if it was made for one session. */
  readonly caller?: Caller
}

/** The needs of an operation that the schema cannot express. */
export type Arrangement = (organization: Organization) => Promise<Partial<Request>>
