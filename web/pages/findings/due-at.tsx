import { Group } from '@mantine/core'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Listed } from './model.ts'

/** The due date of a finding, or the end of its acceptance, and whether it has passed. */
export const DueAt = (props: Pick<Listed, 'dueAt' | 'acceptedUntil' | 'status' | 'isOverdue'>) => {
  const { dueAt, acceptedUntil, status, isOverdue } = props
  const at = status === 'accepted' ? acceptedUntil : dueAt
  return (
    <Group gap="xs" wrap="nowrap">
      {at ? <Time at={at} as="date" /> : '–'}
      {isOverdue && <StatusBadge status="overdue" />}
    </Group>
  )
}
