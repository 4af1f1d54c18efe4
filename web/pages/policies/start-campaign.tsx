import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { StartDialog } from '#web/pages/campaigns/start-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Policy } from './model.ts'

/** A button with a dialog that asks people to acknowledge the current version. */
export const StartCampaign = ({ policy }: { policy: Policy }) => {
  const { t } = useTranslation('policies')
  const can = useCan()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const { openCount, opened, open, close } = useOpening()
  const { currentVersionId: versionId, status } = policy
  if (!can('startPolicyCampaign') || status !== 'active' || versionId === null) return null
  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('campaigns.start')}
      </Button>
      <StartDialog
        operation="startPolicyCampaign"
        key={openCount}
        opened={opened}
        onClose={close}
        title={t('campaigns.start')}
        text={t('campaigns.startText', { number: policy.currentVersionNumber })}
        requirementHint={t('campaigns.requirementHint')}
        requirementKind="document_requirement"
        start={async input => {
          const body = { policyId: policy.id, versionId, ...input }
          const { id } = await unwrap(client.POST('/api/workspace/policy-campaigns', { body }))
          void refresh()
          await navigate({ to: '/governance/policy-campaigns/$campaignId', params: { campaignId: id } })
        }}
      />
    </>
  )
}
