import type { NotificationKind } from '#src/features/notifications/kinds.ts'
import { datesBetween, formatDate } from './dates.ts'
import { mailWords } from './mail-words.ts'
import type { MailGroup, MailParts, MailRow } from './parts.ts'
import type { Notice, Reminder } from './reminder.ts'
import { safeText } from './safe-text.ts'
import type { ReminderCounts, Words } from './words.ts'

/** The longest title in a subject; many lists of mails show no more. */
const maxSubjectTitle = 70
const soonDays = 7

interface Dated {
  readonly text: string
  readonly late: boolean
  readonly soon: boolean
}

const dueOf = ({ dueAt }: Reminder, { reader }: Notice, words: Words, now: number): Dated | undefined => {
  if (dueAt === null) return undefined
  const [days, late] = [datesBetween(now, dueAt, reader.zone), dueAt < now]
  const text = words.due({ days, late, date: formatDate(dueAt, reader) })
  return { text, late, soon: !late && days <= soonDays }
}

const countReminders = (notice: Notice, words: Words, now: number): ReminderCounts => {
  const dated = notice.reminders.map(reminder => dueOf(reminder, notice, words, now))
  const late = dated.filter(due => due?.late).length
  const soon = dated.filter(due => due?.soon).length
  return { late, soon, other: dated.length - late - soon + notice.omitted }
}

const rowOf = (reminder: Reminder, notice: Notice, words: Words, now: number): MailRow => {
  const due = dueOf(reminder, notice, words, now)
  const key = reminder.key === null ? [] : [safeText(reminder.key, 60)]
  return {
    title: safeText(reminder.title),
    url: reminder.url,
    detail: [...key, ...(due ? [due.text] : [])].join(' · '),
    late: due?.late === true,
  }
}

const byKind = ({ reminders }: Notice): ReadonlyMap<NotificationKind, Reminder[]> =>
  Map.groupBy(reminders, ({ kind }) => kind)

const groupsOf = (notice: Notice, words: Words, now: number): MailGroup[] =>
  [...byKind(notice)].map(([kind, reminders]) => ({
    heading: words.kinds[kind][reminders.length === 1 ? 0 : 1],
    rows: reminders.map(reminder => rowOf(reminder, notice, words, now)),
  }))

const countsOf = (notice: Notice, words: Words): MailGroup[] =>
  [...byKind(notice)].map(([kind, { length }]) => ({
    heading: `${words.kinds[kind][length === 1 ? 0 : 1]}: ${length}`,
    rows: [],
  }))

const subjectOf = (notice: Notice, words: Words, now: number): string => {
  const { mode, reminders, omitted, namesRecords, workspace } = notice
  const [first] = reminders
  if (!first || !namesRecords)
    return words.countsSubject(words.counts(countReminders(notice, words, now)), safeText(workspace, maxSubjectTitle))
  const due = dueOf(first, notice, words, now)
  const what = mode === 'digest' && due ? due.text : words.kinds[first.kind][0]
  const subject = words.subject(what, safeText(first.title, maxSubjectTitle))
  const more = reminders.length - 1 + omitted
  return more === 0 ? subject : words.andMore(subject, more)
}

/** The parts of a mail; `stopUrl` turns off mails of the first kind, or the digest. */
export const composeMail = (notice: Notice, stopUrl: string, now: number): MailParts => {
  const { mode, reader, reminders, omitted, namesRecords, workUrl, settingsUrl } = notice
  const words = mailWords[reader.language]
  const workspace = safeText(notice.workspace, 100)
  const kind = reminders[0]?.kind
  const stop = mode === 'digest' || !kind ? words.stopDigest : words.stopKind(words.kinds[kind][1])
  return {
    language: reader.language,
    subject: subjectOf(notice, words, now),
    greeting: words.greeting(safeText(reader.name, 100)),
    intro: words.intro[mode](workspace),
    groups: namesRecords ? groupsOf(notice, words, now) : countsOf(notice, words),
    more: omitted > 0 ? words.more(omitted) : undefined,
    action: { text: words.action, url: workUrl },
    reason: words.reason(workspace),
    settings: { text: words.settings, url: settingsUrl },
    unsubscribe: { text: stop, url: stopUrl },
  }
}
