import type { Transaction } from '#db/database.ts'

/** The location of a record's title, which people see instead of the id in the audit trail. */
export interface TitleSource {
  /** The prefix of the ids. */
  readonly prefix: string
  readonly table: string
  /** SQL for the title of the row `t`. */
  readonly title: string
  /** SQL for the id of the record that the row belongs to, if only that record has a page. */
  readonly page?: string
  /** SQL that distinguishes records with the same title: the number of a version, or the kind of a request. */
  readonly part?: string
}

/** A record with its current title. */
export interface NamedRecord {
  readonly id: string
  readonly title: string
  /** Distinguishes records with the same title: the number of a version, or the kind of a request. */
  readonly part?: string
}

/** Finds the titles of records by their ids, for at most one page of ids. Omits ids without a readable record. */
export type FindTitles = (
  query: Transaction['query'],
  ids: readonly string[],
) => Promise<ReadonlyMap<string, NamedRecord>>

declare module '#http/call.ts' {
  interface Capabilities {
    readonly findTitles: FindTitles
  }
}
