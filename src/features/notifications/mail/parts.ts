/** The parts of a mail, in its language and not yet laid out. Texts that people entered are made safe (`safeText`). */
export interface MailParts {
  readonly language: string
  readonly subject: string
  readonly greeting: string
  readonly intro: string
  readonly groups: readonly MailGroup[]
  /** How many more reminders there are; undefined if all are listed. */
  readonly more: string | undefined
  readonly action: Link
  /** Why the person gets the mail. */
  readonly reason: string
  readonly settings: Link
  readonly unsubscribe: Link
}

export interface Link {
  readonly text: string
  readonly url: string
}

/** The reminders of one kind. */
export interface MailGroup {
  readonly heading: string
  readonly rows: readonly MailRow[]
}

export interface MailRow {
  readonly title: string
  readonly url: string
  /** The key and the due date. */
  readonly detail: string
  readonly late: boolean
}
