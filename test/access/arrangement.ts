import type { Caller } from './caller.ts'
import type { Fields } from './values.ts'
import type { Organization } from './workspace.ts'

/** What a caller sends, besides its credentials. */
export interface Request {
  readonly params: Fields
  readonly query: Fields
  readonly body: Fields | FormData | undefined
  /** Who alone can send it with success, where it was made for one session. */
  readonly caller?: Caller
}

/** What an operation needs that the schema cannot say. */
export type Arrangement = (organization: Organization) => Promise<Partial<Request>>
