import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answered, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { Acknowledge } from './acknowledge.tsx'
import { CampaignPeople } from './campaign-people.tsx'
import type { CampaignDetail } from './model.ts'

const route = getRouteApi('/app/governance/policy-campaigns/$campaignId')

const Cancel = ({ campaign }: { campaign: CampaignDetail }) => {
  const { t } = useTranslation('policies')
  const refresh = useRefresh()
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('campaigns.cancel')}
      </Button>
      <ActionDialog
        key={time}
        opened={opened}
        onClose={close}
        title={t('campaigns.cancel')}
        text={t('campaigns.cancelText')}
        submit={t('campaigns.cancel')}
        danger
        of={campaign}
        onSubmit={async (reason, header) => {
          const params = { path: { campaignId: campaign.id }, header }
          await answered(
            client.POST('/api/workspace/policy-campaigns/{campaignId}/cancel', { params, body: { reason } }),
          )
          await refresh()
        }}
      />
    </>
  )
}

const HowFar = ({ campaign }: { campaign: CampaignDetail }) => {
  const { t } = useTranslation('policies')
  const { asked, acknowledged } = campaign.progress
  return (
    <Stack gap={4}>
      <Text size="sm">{t('campaigns.progress', { acknowledged, asked })}</Text>
      <Progress
        value={asked === 0 ? 0 : (100 * acknowledged) / asked}
        aria-label={t('campaigns.progress', { acknowledged, asked })}
      />
    </Stack>
  )
}

const CampaignFacts = ({ campaign }: { campaign: CampaignDetail }) => {
  const { t } = useTranslation('policies')
  const { t: common } = useTranslation()
  const { audience, claimId, endedAt } = campaign
  const roles = audience.roles?.map(role => common(`role.${role}`)).join(', ') ?? t('campaigns.everyRole')
  const named = audience.people === null ? '' : `, ${t('campaigns.named', { count: audience.people })}`
  return (
    <Facts
      entries={[
        [
          t('policy'),
          <RecordLink key="policy" id={campaign.policyId}>
            {campaign.policyKey}
          </RecordLink>,
        ],
        [t('version'), t('versions.number', { number: campaign.versionNumber })],
        [t('campaigns.digest'), <Copyable key="digest" value={campaign.versionDigest} />],
        [t('campaigns.whom'), roles + named],
        [t('due'), <Time key="due" at={campaign.dueAt} />],
        [
          t('campaigns.requirement'),
          campaign.requirementTitle && (
            <RecordLink key="requirement" id={campaign.requirementId}>
              {campaign.requirementTitle}
            </RecordLink>
          ),
        ],
        [t('campaigns.startedBy'), campaign.startedByName],
        [t('campaigns.endedAt'), endedAt && <Time key="ended" at={endedAt} />],
        [t('campaigns.claim'), claimId && <RecordLink key="claim" id={claimId} />],
      ]}
    />
  )
}

const Notes = ({ campaign }: { campaign: CampaignDetail }) => {
  const { t } = useTranslation('policies')
  const { failure, retryAt, currentVersionNumber: current, versionNumber } = campaign
  return (
    <>
      {failure && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle size={16} />} title={t('campaigns.failed')}>
          {failure} {retryAt && t('campaigns.retry')} {retryAt && <Time at={retryAt} />}
        </Alert>
      )}
      {current !== null && current > versionNumber && campaign.status === 'running' && (
        <Alert variant="light" icon={<IconInfoCircle size={16} />}>
          {t('campaigns.newer', { number: current })}
        </Alert>
      )}
    </>
  )
}

export const CampaignPage = () => {
  const { t } = useTranslation('policies')
  const { campaignId } = route.useParams()
  const can = useCan()
  const params = { path: { campaignId } }
  return (
    <RecordDetail
      read={api.useQuery('get', '/api/workspace/policy-campaigns/{campaignId}', { params })}
      list={linkOptions({ to: '/governance/policies' })}
      listTitle={t('title')}
      buttons={campaign =>
        campaign.status === 'running' && can('cancelPolicyCampaign') && <Cancel campaign={campaign} />
      }
    >
      {campaign => (
        <Stack>
          <Notes campaign={campaign} />
          <Acknowledge campaign={campaign} />
          <Section title={t('campaigns.facts')}>
            <Stack>
              <HowFar campaign={campaign} />
              <CampaignFacts campaign={campaign} />
            </Stack>
          </Section>
          {can('listPolicyCampaignPeople') && (
            <Section title={t('campaigns.whom')}>
              <CampaignPeople campaignId={campaign.id} />
            </Section>
          )}
        </Stack>
      )}
    </RecordDetail>
  )
}
