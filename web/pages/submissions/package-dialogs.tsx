import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import type { PackageDetail } from './model.ts'

/** A button with a dialog that creates a package for an active requirement. */
export const CreatePackage = () => {
  const { t } = useTranslation('submissions')
  const navigate = useNavigate()
  return (
    <RecordAct
      noun="SubmissionPackage"
      label={t('packages.new')}
      labels={{
        submissionRequirementId: t('form.requirement'),
        packageKey: { label: t('form.key'), hint: t('form.keyHint') },
        title: t('form.title'),
        dueAt: { label: t('form.due'), hint: t('form.dueHint') },
      }}
      choices={{
        submissionRequirementId: {
          offer: { kind: 'submission_requirement', status: 'active' },
          placeholder: t('form.choose'),
        },
      }}
      title={t('form.create')}
      onDone={({ id }) => navigate({ to: '/submissions/packages/$packageId', params: { packageId: id } })}
    />
  )
}

/** A button with a dialog that changes the title or due date. */
export const EditPackage = (detail: PackageDetail) => {
  const { t } = useTranslation('submissions')
  return (
    <RecordAct
      noun="SubmissionPackage"
      label={t('form.edit')}
      labels={{ title: t('form.title'), dueAt: { label: t('form.due'), hint: t('form.dueHint') } }}
      record={detail}
      path={{ packageId: detail.submissionPackage.id }}
      values={detail.submissionPackage}
      title={t('form.edit')}
    />
  )
}
