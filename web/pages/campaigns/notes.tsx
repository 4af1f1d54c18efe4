import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CodedMessage } from '#web/api/client.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { Time } from '#web/ui/time.tsx'

interface Campaign {
  readonly status: string
  readonly failure: string | null
  readonly failureCode: string | null
  readonly failureValues: CodedMessage['values'] | null
  readonly retryAt: string | null
  readonly versionNumber: number
  readonly currentVersionNumber: number | null
}

interface NotesProps {
  readonly campaign: Campaign
  /** The title of the notice if the campaign could not end. */
  readonly failed: string
  /** The notice if a later version has been published. */
  readonly newer: string
}

/** Notices about a campaign: it could not end, or is about an earlier version. */
export const CampaignNotes = ({ campaign, failed, newer }: NotesProps) => {
  const { t } = useTranslation('campaigns')
  const {
    failure,
    failureCode,
    failureValues,
    retryAt,
    currentVersionNumber: current,
    versionNumber,
    status,
  } = campaign
  return (
    <>
      {failure && (
        <Alert color="red" icon={<IconAlertTriangle />} title={failed}>
          <Sentence message={failure} {...(failureCode && { code: failureCode, values: failureValues ?? {} })} />{' '}
          {retryAt && t('retry')} {retryAt && <Time at={retryAt} />}
        </Alert>
      )}
      {current !== null && current > versionNumber && status === 'running' && (
        <Alert icon={<IconInfoCircle />}>{newer}</Alert>
      )}
    </>
  )
}

/** Shows the progress of a campaign as text and as a bar. */
export const CampaignProgress = ({ text, done, total }: { text: string; done: number; total: number }) => (
  <Stack gap={4}>
    <Text size="sm">{text}</Text>
    <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={text} />
  </Stack>
)
