import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ifMatch } from '#web/api/version.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import type { CampaignDetail } from './model.ts'
import { fileQuery, PolicyFile } from './policy-file.tsx'

/** The form to acknowledge the policy, once the reader has opened the file. */
const AcknowledgeForm = ({ campaign, receipt }: { campaign: CampaignDetail; receipt: string | undefined }) => {
  const { t } = useTranslation('policies')
  const refresh = useRefresh()
  const [isRead, setRead] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const acknowledge = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { campaignId: campaign.id }, header: ifMatch(campaign) }
      const body = { receipt: receipt ?? '' }
      await unwrap(client.POST('/api/workspace/policy-campaigns/{campaignId}/acknowledge', { params, body }))
      await refresh()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('acknowledge.read')}
        checked={isRead}
        disabled={receipt === undefined}
        onChange={event => setRead(event.currentTarget.checked)}
      />
      {receipt === undefined && (
        <Text size="sm" c="dimmed">
          {t('acknowledge.first')}
        </Text>
      )}
      <ErrorNote error={error} />
      <Group>
        <Button loading={busy} disabled={!isRead || receipt === undefined} onClick={() => void acknowledge()}>
          {t('acknowledge.do')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The version that a campaign is about. People in the campaign can acknowledge it. */
export const Acknowledge = ({ campaign }: { campaign: CampaignDetail }) => {
  const { t } = useTranslation('policies')
  const [isShown, setShown] = useState(false)
  const { versionId, acknowledgedAt, mayAcknowledge } = campaign
  const { data: file } = useQuery({ ...fileQuery(versionId), enabled: isShown })
  return (
    <Section title={t('acknowledge.title', { number: campaign.versionNumber })}>
      <Stack>
        {acknowledgedAt && (
          <Alert variant="light" color="teal" icon={<IconCheck size={16} />}>
            {t('acknowledge.done')} <Time at={acknowledgedAt} />
          </Alert>
        )}
        <PolicyFile
          file={{ ...campaign, checksumSha256: campaign.versionDigest }}
          isShown={isShown}
          onOpen={() => setShown(true)}
        />
        {mayAcknowledge && <AcknowledgeForm campaign={campaign} receipt={file?.receipt} />}
      </Stack>
    </Section>
  )
}
