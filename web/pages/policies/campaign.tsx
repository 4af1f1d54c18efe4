import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { ChangeDue } from '#web/pages/campaigns/change-due.tsx'
import { useCampaignFacts } from '#web/pages/campaigns/facts.tsx'
import { CampaignNotes, CampaignProgress } from '#web/pages/campaigns/notes.tsx'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { Acknowledge } from './acknowledge.tsx'
import { CampaignPeople } from './campaign-people.tsx'
import type { CampaignDetail } from './model.ts'

const route = getRouteApi('/app/governance/policy-campaigns/$campaignId')

const CampaignFacts = ({ campaign }: { campaign: CampaignDetail }) => {
  const { t } = useTranslation('policies')
  const sharedFacts = useCampaignFacts(campaign)
  return (
    <FactList
      entries={[
        [
          t('policy'),
          <RecordLink key="policy" id={campaign.policyId}>
            {campaign.title}
          </RecordLink>,
        ],
        [t('version'), campaign.versionNumber],
        ...sharedFacts,
      ]}
      details={[
        [t('key'), campaign.policyKey],
        [t('campaigns.digest'), <Copyable key="digest" value={campaign.versionDigest} />],
      ]}
    />
  )
}

export const CampaignPage = () => {
  const { t } = useTranslation('policies')
  const { t: shared } = useTranslation('campaigns')
  const { campaignId } = route.useParams()
  const can = useCan()
  const params = { path: { campaignId } }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/policy-campaigns/{campaignId}', { params })}
      title={({ title, versionNumber }) => t('campaigns.heading', { title, number: versionNumber })}
      list={({ policyId }) => linkOptions({ to: '/governance/policies/$policyId', params: { policyId } })}
      listTitle={({ title }) => title}
      buttons={campaign =>
        campaign.status === 'running' && (
          <>
            {can('updatePolicyCampaign') && <ChangeDue operation="updatePolicyCampaign" campaign={campaign} />}
            <Act
              operation="cancelPolicyCampaign"
              record={campaign}
              label={t('campaigns.cancel')}
              text={t('campaigns.cancelText')}
              danger
            />
          </>
        )
      }
    >
      {campaign => (
        <Stack>
          <CampaignNotes
            campaign={campaign}
            failed={t('campaigns.failed')}
            newer={t('campaigns.newer', { number: campaign.currentVersionNumber })}
          />
          <Acknowledge campaign={campaign} />
          <Section title={t('campaigns.facts')}>
            <Stack>
              <CampaignProgress
                text={t('campaigns.progress', {
                  count: campaign.progress.acknowledged,
                  asked: campaign.progress.asked,
                })}
                done={campaign.progress.acknowledged}
                total={campaign.progress.asked}
              />
              <CampaignFacts campaign={campaign} />
            </Stack>
          </Section>
          {can('listPolicyCampaignPeople') && (
            <Section title={shared('whom')}>
              <CampaignPeople campaignId={campaign.id} />
            </Section>
          )}
        </Stack>
      )}
    </RecordDetail>
  )
}
