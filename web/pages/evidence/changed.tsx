import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { describeError } from '#web/api/client.ts'
import { Sentence } from '#web/ui/sentence.tsx'

/** Shows a notice that the claim has changed since it was shown, with a button to show the current claim. */
export const Changed = ({ error, reload }: { error: unknown; reload: () => void }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  if (!error) return null
  const { requestId, ...problem } = describeError(error)
  return (
    <Alert color="yellow" role="alert" icon={<IconAlertTriangle />} title={t('review.changed')}>
      <Stack gap={4} align="flex-start">
        <Text>
          <Sentence {...problem} />
        </Text>
        {requestId && (
          <Text size="xs" c="dimmed" ff="monospace">
            {common('error.request', { id: requestId })}
          </Text>
        )}
        <Button size="xs" onClick={reload}>
          {t('review.lookAgain')}
        </Button>
      </Stack>
    </Alert>
  )
}
