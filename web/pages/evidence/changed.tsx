import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { describeError } from '#web/api/client.ts'
import { Sentence } from '#web/ui/sentence.tsx'

/** The claim has changed since it was shown: the server's message, and a button to look again. */
export const Changed = ({ error, lookAgain }: { error: unknown; lookAgain: () => void }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  if (!error) return null
  const { requestId, ...said } = describeError(error)
  return (
    <Alert color="yellow" variant="outline" role="alert" icon={<IconAlertTriangle />} title={t('review.changed')}>
      <Stack gap={4} align="flex-start">
        <Text>
          <Sentence {...said} />
        </Text>
        {requestId && (
          <Text size="xs" c="dimmed" ff="monospace">
            {common('error.request', { id: requestId })}
          </Text>
        )}
        <Button size="xs" onClick={lookAgain}>
          {t('review.lookAgain')}
        </Button>
      </Stack>
    </Alert>
  )
}
