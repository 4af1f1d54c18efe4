import type { Transaction } from '#db/database.ts'

/** Where the title of a record is stored: people read it where the audit trail has an id. */
export interface TitleSource {
  /** The prefix of the ids. */
  readonly prefix: string
  readonly table: string
  /** SQL for the title of the row `t`. */
  readonly title: string
  /** SQL for the id of the record that has a page, if the row belongs to another record. */
  readonly page?: string
  /** SQL for which one of several it is: the number of a version, or the kind of a request. */
  readonly part?: string
}

/** A record by the name it has now. */
export interface NamedRecord {
  readonly id: string
  readonly title: string
  /** Which one of several under this title: the number of a version, or the kind of a request. */
  readonly part?: string
}

/** Finds the titles of up to a page of records by their ids. Ids without a readable record are left out. */
export type FindTitles = (
  query: Transaction['query'],
  ids: readonly string[],
) => Promise<ReadonlyMap<string, NamedRecord>>

declare module '#http/call.ts' {
  interface Capabilities {
    readonly findTitles: FindTitles
  }
}
