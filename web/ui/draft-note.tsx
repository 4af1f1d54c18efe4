import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormDraft } from './draft.ts'
import { Time } from './time.tsx'

/** Shows a note that a draft was restored, and offers to discard it. */
export const DraftNote = ({ restoredAt, discard }: Pick<FormDraft, 'restoredAt' | 'discard'>) => {
  const { t } = useTranslation()
  if (restoredAt === undefined) return null
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="dimmed">
        {t('draft.takenUp')} <Time at={restoredAt} as="ago" />.
      </Text>
      <Button size="compact-xs" variant="default" onClick={discard}>
        {t('draft.discard')}
      </Button>
    </Group>
  )
}
