/** Where a search finds the records of one kind. */
export interface SearchSource {
  /** The prefix of the ids, which names the kind. */
  readonly prefix: string
  readonly table: string
  /** SQL for the title of the row `t`. */
  readonly title: string
  /** SQL for the key of the row; absent for records without one. */
  readonly key?: string
  /** SQL for further texts of the row whose words a search finds. */
  readonly texts?: readonly string[]
}
