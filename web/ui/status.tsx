import { useTranslation } from 'react-i18next'
import type { common } from '#web/i18n/en/common.ts'
import { ColorBadge, type ColorBadgeProps } from './color-badge.tsx'

export type Status = keyof (typeof common)['status']

/** The colors that tell the user whether a status is good. */
const tones = {
  good: 'teal',
  waiting: 'blue',
  soon: 'yellow',
  bad: 'red',
  over: 'gray',
} as const

type Tone = keyof typeof tones

const toneOf: Readonly<Record<Status, Tone>> = {
  proven: 'good',
  partly_proven: 'soon',
  unproven: 'bad',
  without_requirements: 'over',
  unmapped: 'over',
  not_applicable: 'over',
  open: 'bad',
  in_progress: 'soon',
  remediated: 'waiting',
  resolved: 'good',
  invalidated: 'over',
  identified: 'bad',
  assessed: 'soon',
  treated: 'waiting',
  planned: 'over',
  in_review: 'soon',
  draft: 'over',
  active: 'good',
  retired: 'over',
  validated: 'waiting',
  draining: 'soon',
  passed: 'good',
  unknown: 'over',
  copying: 'waiting',
  holding: 'soon',
  deleting: 'waiting',
  archived: 'over',
  submitted: 'waiting',
  handed_in: 'waiting',
  accepted: 'good',
  rejected: 'bad',
  preparing: 'waiting',
  ready: 'good',
  expired: 'over',
  reviewed: 'waiting',
  approved: 'waiting',
  acknowledged: 'waiting',
  withdrawn: 'over',
  closed: 'over',
  paused: 'soon',
  stopped: 'soon',
  deleted: 'over',
  disabled: 'over',
  pending: 'waiting',
  completed: 'good',
  current: 'good',
  due_soon: 'soon',
  'due-soon': 'soon',
  overdue: 'bad',
  stale: 'bad',
  missing: 'bad',
  succeeded: 'good',
  failed: 'bad',
  dead: 'bad',
  running: 'waiting',
  stuck: 'bad',
  cancelled: 'over',
  revoked: 'over',
  done: 'good',
  refused: 'bad',
  late: 'bad',
  'customer-action-required': 'bad',
  delivered: 'good',
  failing: 'bad',
  customer_action_required: 'bad',
  asked: 'waiting',
  releasing: 'soon',
  released: 'over',
  confirmed: 'over',
  destroyed: 'over',
  available: 'good',
  unavailable: 'bad',
  awaiting_file: 'soon',
  published: 'good',
  ended: 'good',
  outstanding: 'soon',
  left: 'over',
}

const isStatus = (text: string): text is Status => Object.hasOwn(toneOf, text)

const toneOfStatus = (status: string): Tone => (isStatus(status) ? toneOf[status] : 'over')

/** The attributes of a `span` that shows a status in a long table, whose rows have no components (long-table.css). */
export const rowStatus = (status: Status) => ({ className: 'row-status', 'data-tone': toneOfStatus(status) })

interface BadgeOptions extends Pick<ColorBadgeProps, 'size'> {
  readonly status: string
  /** Whether "accepted" means an accepted risk, as in findings and risks, which is neither good nor bad. */
  readonly bearsRisk?: boolean
}

/** A status badge. The text alone conveys the status. An unknown status is shown unchanged. */
export const StatusBadge = ({ status, bearsRisk = false, ...rest }: BadgeOptions) => {
  const { t } = useTranslation()
  const tone = bearsRisk && status === 'accepted' ? 'over' : toneOfStatus(status)
  return (
    <ColorBadge color={tones[tone]} {...rest}>
      {isStatus(status) ? t(`status.${status}`) : status}
    </ColorBadge>
  )
}
