import { Group } from '@mantine/core'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ListedFinding } from './model.ts'

/** Shows the due date of a finding, or the end of its acceptance, and whether the finding is overdue. */
export const DueAt = (props: Pick<ListedFinding, 'dueAt' | 'acceptedUntil' | 'status' | 'isOverdue'>) => {
  const { dueAt, acceptedUntil, status, isOverdue } = props
  const date = status === 'accepted' ? acceptedUntil : dueAt
  const time = date ? <Time at={date} as="date" /> : '–'
  if (!isOverdue) return time
  return (
    <Group gap="xs" wrap="nowrap">
      {time}
      <StatusBadge status="overdue" />
    </Group>
  )
}
