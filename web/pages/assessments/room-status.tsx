import { useTranslation } from 'react-i18next'
import type { rooms } from '#web/i18n/en/rooms.ts'
import { ColorBadge } from '#web/ui/color-badge.tsx'

type Status = keyof (typeof rooms)['statuses']

const current: readonly Status[] = ['open', 'inside']

/** The status of a room or of a guest. */
export const RoomStatus = ({ status }: { status: Status }) => {
  const { t } = useTranslation('rooms')
  return <ColorBadge color={current.includes(status) ? 'teal' : 'gray'}>{t(`statuses.${status}`)}</ColorBadge>
}
