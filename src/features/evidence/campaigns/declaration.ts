/** How the campaigns of one kind are stored and named. */
export interface CampaignDeclaration {
  /** The table that holds the campaigns: `policy_campaign`. */
  readonly table: string
  /** The word for a campaign of this kind in texts: `campaign`. */
  readonly word: string
  /** The maximum number of people that a campaign may ask when it begins. */
  readonly maxPeople: number
  /** The campaign's subject. Only people who can see the subject are asked. */
  readonly about: {
    /** The subject's table, and the word for it in texts: `policy`. Its versions are in `policy_version`. */
    readonly table: string
    /** The campaign's column that references the subject: `policy_id`. */
    readonly column: string
    /** The field of the subject's record that names the version in force. */
    readonly current: string
  }
  /** People's responses, one row per person. */
  readonly responses: {
    readonly table: string
    /** The column that references the campaign. */
    readonly column: string
    /** The record field with the time of the response. */
    readonly timestampField: string
    /** The SQL condition for the rows `a` that count as responses. */
    readonly where: string
    /** The participle for people who responded: `acknowledged`. */
    readonly participle: string
  }
  /** The subject and source of the campaign's claim (interface section 2.2). `words` is their name in texts. */
  readonly source: { readonly moduleKey: string; readonly resourceType: string; readonly words: string }
}
