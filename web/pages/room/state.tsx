import { Badge } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconCircleX, IconEye, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedRoomItem } from '#web/api/room.ts'
import type { ItemState } from './tree-model.ts'

const colors = { open: 'gray', opened: 'blue', accepted: 'teal', question: 'yellow', rejected: 'red' } as const

const icons = {
  open: IconCircle,
  opened: IconEye,
  accepted: IconCircleCheck,
  question: IconHelpCircle,
  rejected: IconCircleX,
} as const

const iconColors = {
  open: 'var(--mantine-color-dimmed)',
  opened: 'var(--mantine-color-anchor)',
  accepted: 'var(--mantine-color-teal-light-color)',
  question: 'var(--mantine-color-yellow-light-color)',
  rejected: 'var(--mantine-color-error)',
} as const

/** The state of an item in the tree: a shape and a color, with its name for screen readers and on hover. */
export const StateIcon = ({ state }: { state: ItemState }) => {
  const { t } = useTranslation('rooms')
  const Icon = icons[state]
  return (
    <Icon
      size={16}
      role="img"
      aria-label={t(`states.${state}`)}
      className="tree-state"
      data-state={state}
      color={iconColors[state]}
      title={t(`states.${state}`)}
    />
  )
}

export const StateBadge = ({ state }: { state: ItemState }) => {
  const { t } = useTranslation('rooms')
  const Icon = icons[state]
  return (
    <Badge variant="light" radius="sm" color={colors[state]} leftSection={<Icon size={14} aria-hidden />}>
      {t(`states.${state}`)}
    </Badge>
  )
}

/** A badge for a guest's mark on an item. */
export const MarkBadge = ({ mark }: { mark: NonNullable<ListedRoomItem['mark']>['mark'] }) => {
  const { t } = useTranslation('rooms')
  return (
    <Badge variant="light" radius="sm" color={colors[mark]} className="whole-badge">
      {t(`marks.${mark}`)}
    </Badge>
  )
}
