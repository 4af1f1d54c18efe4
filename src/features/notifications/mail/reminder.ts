import type { NotificationKind } from '#src/features/notifications/kinds.ts'

/** The languages of mails. */
export type MailLanguage = 'en' | 'de'

/** How a person reads dates and texts. */
export interface Reader {
  readonly name: string
  readonly language: MailLanguage
  /** IANA name. */
  readonly zone: string
  readonly dateFormat: 'iso' | 'day_month_year' | null
}

/** A record that a person is reminded of: all that leaves of it. */
export interface Reminder {
  readonly kind: NotificationKind
  readonly recordId: string
  readonly title: string
  readonly key: string | null
  /** In milliseconds; null if nothing is due. */
  readonly dueAt: number | null
  readonly url: string
}

/** The content of a mail or chat message to one person. */
export interface Notice {
  readonly mode: 'at_once' | 'digest'
  readonly reader: Reader
  readonly workspace: string
  /** At least one, in the order in which they are shown. */
  readonly reminders: readonly Reminder[]
  /** How many more there are than `reminders`. */
  readonly omitted: number
  /** False in a workspace whose mails give counts only. */
  readonly namesRecords: boolean
  readonly workUrl: string
  readonly settingsUrl: string
}
