import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Risk } from './model.ts'

interface Props {
  /** The risk to change. Without it, the dialog creates one. */
  readonly risk?: Risk
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (id: string) => void
}

/** Records or changes a risk. Mounted again for each opening, to start with the current values. */
export const RiskDialog = ({ risk, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('risks')
  const refresh = useRefresh()
  const owner = risk && { id: risk.ownerId, name: risk.ownerName }
  const treatments = enums.WorkspaceRisk.treatment.filter(value => value !== null)
  return (
    <RecordDialog
      operation={risk ? 'updateRisk' : 'createRisk'}
      fields={fields.Risk}
      labels={{
        riskKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: { label: t('owner'), hint: t('ownerHint') },
        likelihood: { label: t('likelihood'), hint: t('degreeHint') },
        impact: { label: t('impact'), hint: t('degreeHint') },
        treatment: t('treatment'),
        residualLikelihood: { label: t('residualLikelihood'), hint: t('residualHint') },
        residualImpact: { label: t('residualImpact'), hint: t('residualHint') },
        reviewDueAt: t('reviewDue'),
      }}
      choices={{
        ownerId: { offer: { kind: 'person', status: 'active' }, placeholder: t('noOwner'), selected: owner },
        treatment: [
          { value: '', label: t('noTreatment') },
          ...treatments.map(value => ({ value, label: t(`treatments.${value}`) })),
        ],
      }}
      record={risk}
      opened={opened}
      onClose={onClose}
      title={t(risk ? 'editTitle' : 'new')}
      create={async (body, reason) => {
        const { id } = await unwrap(client.POST('/api/workspace/risks', { body: { ...body, reason } }))
        void refresh()
        onSaved?.(id)
      }}
      change={async ({ riskKey: _, ...changes }, reason, header) => {
        const params = { path: { riskId: risk?.id ?? '' }, header }
        await unwrap(client.PATCH('/api/workspace/risks/{riskId}', { params, body: { ...changes, reason } }))
        await refresh()
      }}
    />
  )
}
