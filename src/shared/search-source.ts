import type { Role } from '#http/access.ts'

/** The table and the texts in which a search finds the records of one kind. */
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
  /** SQL for the words of comments, which only searches of people find. */
  readonly comments?: string
  /** The roles that may see the records; all roles if absent. */
  readonly roles?: readonly Role[]
}
