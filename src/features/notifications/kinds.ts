import type { Role } from '#http/access.ts'
import type { ChangeKind } from '#http/notify.ts'
import type { ProblemKind } from '#shared/problem-source.ts'
import type { WorkKind } from '#shared/work-source.ts'

export const mailModes = ['off', 'digest', 'at_once'] as const

/** When a notification is mailed: never, with the daily digest, or at once. */
export type MailMode = (typeof mailModes)[number]

export type NotificationKind = WorkKind | ProblemKind | ChangeKind | 'escalated'

/** The steps of a record. Each step that is reached ends the previous one. */
export const steps = [
  /** It appeared: something was done or asked. */
  'once',
  /** It waits for the person. */
  'waiting',
  'days_30',
  'days_7',
  'days_1',
  /** Its date has passed; with `late: 'each_working_day'` once for each of them. */
  'late',
  /** It has lasted for an hour, a day, and each further week. */
  'hour',
  'day',
  'week',
] as const

export type Step = (typeof steps)[number]

export interface KindDeclaration {
  /** Where its rows come from: a change, open work, problems of operation, or overdue work of other people. */
  readonly from: 'change' | 'work' | 'operations' | 'escalation'
  /** Whether it has a row as soon as it waits for the person. */
  readonly waiting?: true
  /** The numbers of days before its date with a row each, longest first. */
  readonly days?: readonly (30 | 7 | 1)[]
  readonly late?: 'once' | 'each_working_day'
  /** The durations of a problem with a row each; `week` repeats. */
  readonly lasting?: readonly ('hour' | 'day' | 'week')[]
  /** Whether other people are notified when it is overdue for the days that the workspace chose. */
  readonly escalates?: true
  /** The default channels. */
  readonly bell: boolean
  readonly mail: MailMode
  /** False if the mode `at_once` is not offered, because a program can cause hundreds of rows at a time. */
  readonly mailsAtOnce?: false
  /** The steps that are mailed at once although the mode is `digest`. */
  readonly urgent?: readonly Step[]
  /** The roles that it concerns, if it is not every one of those that get its rows. */
  readonly roles?: readonly Role[]
  /** Whether reading ends it, or the state of its record. */
  readonly ends: 'read' | 'done'
}

const problem = { from: 'operations', bell: true, mail: 'at_once', ends: 'done' } as const
const dated = { from: 'work', bell: true, mail: 'digest', ends: 'done' } as const

/** The kinds of notifications, in the order of the settings page. A new kind is one row here and its texts. */
export const notificationKinds: Readonly<Record<NotificationKind, KindDeclaration>> = {
  assigned: { from: 'change', bell: true, mail: 'at_once', ends: 'read' },
  mentioned: { from: 'change', bell: true, mail: 'at_once', ends: 'read' },
  commented: { from: 'change', bell: true, mail: 'off', ends: 'read' },
  export_ready: { from: 'change', bell: true, mail: 'off', roles: ['admin', 'auditor'], ends: 'read' },
  export_failed: { from: 'change', bell: true, mail: 'off', roles: ['admin', 'auditor'], ends: 'read' },
  invitation_accepted: { from: 'change', bell: true, mail: 'off', roles: ['admin'], ends: 'read' },
  room_request: { ...dated, waiting: true, mail: 'at_once' },
  claim_answer: { ...dated, waiting: true, mail: 'at_once' },
  claim_review: { ...dated, waiting: true, mailsAtOnce: false },
  approval: { ...dated, waiting: true },
  finding_closing: { ...dated, waiting: true, mailsAtOnce: false },
  assessment_completion: { ...dated, waiting: true },
  assessment_answers: { ...dated, waiting: true, days: [7, 1], late: 'once', escalates: true },
  evidence_renewal: { ...dated, days: [30, 7, 1], late: 'once', urgent: ['days_1'], escalates: true },
  package_due: { ...dated, days: [30, 7, 1], late: 'each_working_day', urgent: ['days_1', 'late'] },
  finding_remediation: { ...dated, days: [7, 1], late: 'once', escalates: true },
  risk_review: { ...dated, days: [7, 1], late: 'once', escalates: true },
  policy_acknowledgement: { ...dated, waiting: true, days: [7, 1] },
  questionnaire_answers: { ...dated, waiting: true, days: [7, 1] },
  escalated: { from: 'escalation', bell: true, mail: 'digest', ends: 'done' },
  receiver_failing: { ...problem, lasting: ['hour', 'day', 'week'] },
  secret_overdue: { ...problem, waiting: true, lasting: ['week'] },
  job_trouble: { ...problem, waiting: true, lasting: ['week'] },
  storage_deviating: { ...problem, waiting: true, lasting: ['week'] },
  checkpoints_unpublished: { ...problem, lasting: ['hour', 'day', 'week'] },
}

// `Object.keys` returns strings; the record has exactly these keys.
export const kindNames = Object.keys(notificationKinds) as NotificationKind[]

/** The modes of mail that people may choose for a kind. */
export const mailModesOf = (kind: NotificationKind): readonly MailMode[] =>
  notificationKinds[kind].mailsAtOnce === false ? mailModes.filter(mode => mode !== 'at_once') : mailModes
