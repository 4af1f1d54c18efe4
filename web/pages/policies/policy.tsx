import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { Act } from '#web/ui/act.tsx'
import { Section } from '#web/ui/section.tsx'
import { Campaigns } from './campaigns.tsx'
import { NewVersion } from './new-version.tsx'
import { WritePolicy } from './policy-dialog.tsx'
import { StartCampaign } from './start-campaign.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/app/governance/policies/$policyId')

export const PolicyPage = () => {
  const { t } = useTranslation('policies')
  const { policyId } = route.useParams()
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/policies/{policyId}', { params: { path: { policyId } } })}
      list={linkOptions({ to: '/governance/policies' })}
      listTitle={t('title')}
      buttons={policy =>
        policy.status !== 'retired' && (
          <>
            <WritePolicy policy={policy} />
            <Act
              operation="retirePolicy"
              record={policy}
              label={t('retire')}
              title={t('retireTitle')}
              text={t('retireText')}
              danger
            />
          </>
        )
      }
    >
      {policy => (
        <Stack>
          <Section title={t('facts')}>
            <RecordFacts
              fields={fields.Policy}
              labels={{ policyKey: t('key'), description: t('description') }}
              record={policy}
              extraRows={[
                [t('owner'), policy.ownerName ?? t('noOwner')],
                [t('version'), policy.currentVersionNumber ?? t('noVersion')],
              ]}
            />
          </Section>
          <Section title={t('versions.title')} actions={<NewVersion policy={policy} />}>
            <Versions policy={policy} />
          </Section>
          <Section title={t('campaigns.title')} actions={<StartCampaign policy={policy} />}>
            <Campaigns policyId={policy.id} />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
