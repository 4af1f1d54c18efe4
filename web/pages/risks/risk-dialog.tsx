import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { RecordAct } from '#web/family/record-act.tsx'
import type { Risk } from './model.ts'

interface Props {
  /** The risk to change. Without it, the dialog creates one. */
  readonly risk?: Risk
  readonly onSaved?: (record: { readonly id: string }) => void
}

/** A button with a dialog that records or changes a risk. */
export const WriteRisk = ({ risk, onSaved }: Props) => {
  const { t } = useTranslation('risks')
  const owner = risk && { id: risk.ownerId, name: risk.ownerName }
  const treatments = enums.WorkspaceRisk.treatment.filter(value => value !== null)
  return (
    <RecordAct
      noun="Risk"
      label={t(risk ? 'edit' : 'new')}
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
      title={t(risk ? 'editTitle' : 'new')}
      {...(onSaved && { onDone: onSaved })}
    />
  )
}
