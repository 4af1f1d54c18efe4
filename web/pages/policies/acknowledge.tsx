import { Alert, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ifMatch } from '#web/api/version.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { FormFooter, SubmitButton } from '#web/ui/form-footer.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import type { CampaignDetail } from './model.ts'
import { fileQuery, PolicyFile } from './policy-file.tsx'

/** The button to acknowledge the policy. The acknowledgement needs the receipt of the opened file. */
const AcknowledgeForm = ({ campaign, receipt }: { campaign: CampaignDetail; receipt: string | undefined }) => {
  const { t } = useTranslation('policies')
  const refresh = useRefresh()
  const form = useForm({ initialValues: {} })
  const send = async () => {
    const params = { path: { campaignId: campaign.id }, header: ifMatch(campaign) }
    const body = { receipt: receipt ?? '' }
    await unwrap(client.POST('/api/workspace/policy-campaigns/{campaignId}/acknowledge', { params, body }))
    await refresh()
  }
  const gaps = () => ({ other: receipt === undefined ? t('acknowledge.first') : undefined })
  const { formRef, onSubmit, busy, gap, error } = useSending(form, send, gaps)
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack gap="xs">
        <Text size="sm">{t('acknowledge.text')}</Text>
        <FormFooter align="flex-start" gap={gap} error={<ErrorNote error={error} />}>
          <SubmitButton loading={busy}>{t('acknowledge.do')}</SubmitButton>
        </FormFooter>
      </Stack>
    </form>
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
          <Alert color="teal" icon={<IconCheck />}>
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
