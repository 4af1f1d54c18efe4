import { Text, VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { linkToRecord } from '#web/ui/records.tsx'
import { Time } from '#web/ui/time.tsx'

type Notification = Schemas['Notification']

/** The pages for kinds of notifications whose subject has no page of its own. */
const pages: Readonly<Partial<Record<Notification['kind'], LinkProps>>> = {
  job_trouble: linkOptions({ to: '/trails/jobs' }),
  checkpoints_unpublished: linkOptions({ to: '/trails/ledger' }),
}

/** The page of the record that a notification is about; My work if it has none. */
export const linkOfNotification = ({
  kind,
  pageId,
  recordId,
}: Pick<Notification, 'pageId' | 'recordId'> & { readonly kind: string }): LinkProps =>
  linkToRecord(pageId ?? recordId) ?? new Map(Object.entries(pages)).get(kind) ?? { to: '/my-work' }

/**
 * Returns a function that describes when a notification's subject is due or how long it has lasted; undefined for
 * others.
 */
const useStateText = () => {
  const { t } = useTranslation('notifications')
  const { t: common } = useTranslation()
  return ({ kind, step, dueAt, daysLeft }: Notification): string | undefined => {
    if (step === 'hour' || step === 'day' || step === 'week') return t(`lasts.${step}`)
    if (kind === 'evidence_renewal' && dueAt === null) return t('noProof')
    if (dueAt === null || daysLeft === null) return undefined
    if (Date.parse(dueAt) < Date.now())
      return daysLeft < 0 ? common('time.daysLate', { count: -daysLeft }) : common('time.lateToday')
    return daysLeft > 0 ? common('time.daysLeft', { count: daysLeft }) : common('time.lessThanADay')
  }
}

/** A notification as a link to its record: what it is about, why, and since when. */
export const NotificationRow = ({
  notification,
  onOpen,
}: {
  readonly notification: Notification
  readonly onOpen: () => void
}) => {
  const { t } = useTranslation('notifications')
  const stateText = useStateText()
  const { kind, step, title, about, more, createdAt, readAt } = notification
  const relation = step === 'once' ? 'by' : 'onBehalf'
  const person = about && t(kind === 'escalated' ? 'ownedBy' : relation, { name: about.name })
  const others = more === null ? undefined : t('moreOverdue', { count: more })
  const parts = [t(`kinds.${kind}`), others, stateText(notification), person].filter(part => part)
  return (
    <Link
      {...linkOfNotification(notification)}
      className="notification"
      data-unread={readAt === null || undefined}
      onClick={onOpen}
    >
      <Text span size="sm" fw={readAt === null ? 600 : 400} lineClamp={2}>
        {title ?? t(`kinds.${kind}`)}
        {readAt === null && <VisuallyHidden> ({t('unread')})</VisuallyHidden>}
      </Text>
      <Text span size="xs" c="dimmed">
        {title === null ? parts.slice(1).join(' · ') : parts.join(' · ')} · <Time at={createdAt} as="ago" />
      </Text>
    </Link>
  )
}
