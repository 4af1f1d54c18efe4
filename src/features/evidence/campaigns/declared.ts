/** How campaigns of one kind are stored and called. */
export interface Declared {
  /** The table of campaigns: `policy_campaign`. */
  readonly table: string
  /** What people call one: `campaign`. */
  readonly word: string
  /** The most people that one asks when it begins. */
  readonly mostPeople: number
  /** What it is about. People are asked who see that, and the requirement that is proved is seen by the same. */
  readonly about: {
    /** `policy`, which is its name for people too; its versions are in `policy_version`. */
    readonly table: string
    /** The column of the campaign that names it: `policy_id`. */
    readonly column: string
    /** The field of its record that names the version in force. */
    readonly current: string
  }
  /** What people give: a row for each person. */
  readonly given: {
    readonly table: string
    /** The column that names the campaign. */
    readonly column: string
    /** The field of its record that says when it was given. */
    readonly at: string
    /** Which rows `a` count, as SQL. */
    readonly where: string
    /** What somebody did who gave it: `acknowledged`. */
    readonly did: string
  }
  /** What its claim is about, and where that comes from (interface section 2.2), also in words. */
  readonly source: { readonly moduleKey: string; readonly resourceType: string; readonly words: string }
}
