import type { NotificationKind } from '#src/features/notifications/kinds.ts'

/** How soon something is due: `days` is the number of midnights until then. */
interface DueIn {
  readonly days: number
  readonly late: boolean
  readonly date: string
}

/** The numbers of reminders: late, due within a week, and all others. */
export interface ReminderCounts {
  readonly late: number
  readonly soon: number
  readonly other: number
}

/** The texts of mails and chat messages in one language. */
export interface Words {
  /** Each kind as the heading of one record, and of several. */
  readonly kinds: Readonly<Record<NotificationKind, readonly [one: string, several: string]>>
  readonly greeting: (name: string) => string
  readonly intro: Readonly<Record<'at_once' | 'digest', (workspace: string) => string>>
  readonly due: (due: DueIn) => string
  readonly subject: (what: string, title: string) => string
  readonly andMore: (subject: string, more: number) => string
  readonly counts: (counts: ReminderCounts) => string
  readonly countsSubject: (counts: string, workspace: string) => string
  readonly more: (count: number) => string
  /** A person with this number of further overdue records. */
  readonly moreOverdue: (title: string, count: number) => string
  readonly action: string
  readonly reason: (workspace: string) => string
  readonly settings: string
  readonly stopKind: (kind: string) => string
  readonly stopDigest: string
  readonly test: (workspace: string) => string
}
