import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStartFields } from '#web/pages/campaigns/start-fields.tsx'
import { Act } from '#web/ui/act.tsx'
import type { Policy } from './model.ts'

/** A button with a dialog that asks people to acknowledge the current version. */
export const StartCampaign = ({ policy }: { policy: Policy }) => {
  const { t } = useTranslation('policies')
  const navigate = useNavigate()
  const { body, fields, dialog } = useStartFields({
    requirementHint: t('campaigns.requirementHint'),
    requirementKind: 'document_requirement',
  })
  const { id: policyId, currentVersionId: versionId, status } = policy
  if (status !== 'active' || versionId === null) return null
  return (
    <Act
      operation="startPolicyCampaign"
      body={{ policyId, versionId, ...body }}
      label={t('campaigns.start')}
      text={t('campaigns.startText', { number: policy.currentVersionNumber })}
      size="xs"
      dialog={dialog}
      onDone={({ id }) => navigate({ to: '/governance/policy-campaigns/$campaignId', params: { campaignId: id } })}
    >
      {fields}
    </Act>
  )
}
