import { Button, Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { Act } from '#web/ui/act.tsx'
import { Section } from '#web/ui/section.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { Campaigns } from './campaigns.tsx'
import type { Policy } from './model.ts'
import { NewVersion } from './new-version.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { StartCampaign } from './start-campaign.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/app/governance/policies/$policyId')

const Edit = ({ policy }: { policy: Policy }) => {
  const { t } = useTranslation('policies')
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('edit')}
      </Button>
      <PolicyDialog key={time} policy={policy} opened={opened} onClose={close} />
    </>
  )
}

export const PolicyPage = () => {
  const { t } = useTranslation('policies')
  const { policyId } = route.useParams()
  const can = useCan()
  return (
    <RecordDetail
      read={api.useQuery('get', '/api/workspace/policies/{policyId}', { params: { path: { policyId } } })}
      list={linkOptions({ to: '/governance/policies' })}
      listTitle={t('title')}
      buttons={policy =>
        policy.status !== 'retired' && (
          <>
            {can('updatePolicy') && <Edit policy={policy} />}
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
              more={[
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
