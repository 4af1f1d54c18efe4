/** How campaigns of one kind are stored and called. */
export interface CampaignDeclaration {
  /** The table that holds the campaigns: `policy_campaign`. */
  readonly table: string
  /** The word for one in texts: `campaign`. */
  readonly word: string
  /** The most people that one campaign may ask when it begins. */
  readonly mostPeople: number
  /** Its subject. Only people who see the subject are asked, and the same people see the requirement that it proves. */
  readonly about: {
    /** `policy`, which is also its name in texts; its versions are in `policy_version`. */
    readonly table: string
    /** The column of the campaign that references it: `policy_id`. */
    readonly column: string
    /** The field of its record that names the version in force. */
    readonly current: string
  }
  /** The responses of people, one row for each person. */
  readonly given: {
    readonly table: string
    /** The column that references the campaign. */
    readonly column: string
    /** The field of its record with the time of the response. */
    readonly at: string
    /** The SQL condition for the rows `a` that count. */
    readonly where: string
    /** The participle for people who responded: `acknowledged`. */
    readonly did: string
  }
  /** The subject of its claim and the claim's source (interface section 2.2), also in words. */
  readonly source: { readonly moduleKey: string; readonly resourceType: string; readonly words: string }
}
