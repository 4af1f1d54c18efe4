import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Time } from '#web/ui/time.tsx'

interface Campaign {
  readonly status: string
  readonly failure: string | null
  readonly retryAt: string | null
  readonly versionNumber: number
  readonly currentVersionNumber: number | null
}

interface NotesProps {
  readonly campaign: Campaign
  /** The notice if it could not end. */
  readonly failed: string
  /** The notice if a later version has been published. */
  readonly newer: string
}

/** Notices about a running campaign. */
export const CampaignNotes = ({ campaign, failed, newer }: NotesProps) => {
  const { t } = useTranslation('campaigns')
  const { failure, retryAt, currentVersionNumber: current, versionNumber, status } = campaign
  return (
    <>
      {failure && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle size={16} />} title={failed}>
          {failure} {retryAt && t('retry')} {retryAt && <Time at={retryAt} />}
        </Alert>
      )}
      {current !== null && current > versionNumber && status === 'running' && (
        <Alert variant="light" icon={<IconInfoCircle size={16} />}>
          {newer}
        </Alert>
      )}
    </>
  )
}

/** How many of how many, in words and as a bar. */
export const HowFar = ({ text, given, asked }: { text: string; given: number; asked: number }) => (
  <Stack gap={4}>
    <Text size="sm">{text}</Text>
    <Progress value={asked === 0 ? 0 : (100 * given) / asked} aria-label={text} />
  </Stack>
)
