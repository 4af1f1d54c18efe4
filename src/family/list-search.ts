import type { Statement } from '#db/statement.ts'
import type { Call } from '#http/call.ts'

/** Searches of lists by words, in the index of the workspace. */
export interface ListSearch {
  /** The query for the words of a text, in records or in the names of their people; undefined if it has no words. */
  readonly queryOf: (call: Call, text: string) => Promise<string | undefined>
  /** The query that also finds words with one typing error; undefined if no word of the workspace is similar. */
  readonly similarQueryOf: (call: Call, text: string) => Promise<string | undefined>
  /** Whether the index has all changes. */
  readonly isCurrent: (call: Call) => Promise<boolean>
  /** Finds records of these kinds that match a query, in no order. */
  readonly find: Statement<
    { id: string },
    { readonly query: string; readonly kinds: readonly string[]; readonly limit: number }
  >
  /** Selects those of the given records that match a query. */
  readonly among: Statement<{ id: string }, { readonly query: string; readonly ids: readonly string[] }>
}

declare module '#http/call.ts' {
  interface Capabilities {
    readonly listSearch: ListSearch
  }
}
