import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { KeptDraft } from './draft.ts'
import { Time } from './time.tsx'

/** Says that the form's content was typed earlier, and offers to start over. */
export const DraftNote = ({ takenUp, discard }: Pick<KeptDraft, 'takenUp' | 'discard'>) => {
  const { t } = useTranslation()
  if (takenUp === undefined) return null
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="dimmed">
        {t('draft.takenUp')} <Time at={takenUp} as="ago" />.
      </Text>
      <Button size="compact-xs" variant="default" onClick={discard}>
        {t('draft.discard')}
      </Button>
    </Group>
  )
}
