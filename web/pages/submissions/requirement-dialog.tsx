import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import type { Form } from '#web/ui/form.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { type Requirement, submissionKinds } from './model.ts'

interface Extra {
  readonly policy: Requirement['policy']
}

const flags = [
  { name: 'requireReview', label: 'requireReview' },
  { name: 'requireApproval', label: 'requireApproval' },
  { name: 'requireOutcomeBeforeClose', label: 'requireOutcome' },
] as const

const PolicyFields = ({ form }: { form: Form<Extra> }) => {
  const { t } = useTranslation('submissions')
  return (
    <>
      <NumberField
        label={t('requirements.receipts')}
        description={t('requirements.receiptsHint')}
        min={1}
        max={4}
        integer
        {...form.getInputProps('policy.receiptsRequired')}
      />
      {flags.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={t(`requirements.${label}`)}
          description={t(`requirements.${label}Hint`)}
          {...form.getInputProps(`policy.${name}`, { type: 'checkbox' })}
        />
      ))}
    </>
  )
}

const defaultPolicy: Extra['policy'] = {
  receiptsRequired: 1,
  requireReview: false,
  requireApproval: false,
  requireOutcomeBeforeClose: false,
}

/** A button with a dialog that creates a requirement, as a draft or active, or changes an existing one. */
export const WriteRequirement = ({ requirement }: { requirement?: Requirement }) => {
  const { t } = useTranslation('submissions')
  const extra: Extra = { policy: requirement?.policy ?? defaultPolicy }
  return (
    <RecordAct
      noun="SubmissionRequirement"
      label={t(requirement ? 'requirements.change' : 'requirements.new')}
      labels={{
        requirementKey: { label: t('requirements.key'), hint: t('requirements.keyHint') },
        title: t('form.title'),
        submissionKind: t('requirements.kind'),
      }}
      choices={{ submissionKind: submissionKinds.map(kind => ({ value: kind, label: t(`submissionKind.${kind}`) })) }}
      record={requirement}
      extra={extra}
      ready={({ policy }) => policy.receiptsRequired >= 1 && policy.receiptsRequired <= 4}
      title={t(requirement ? 'requirements.edit' : 'requirements.create')}
      {...(requirement && { text: t('requirements.holds') })}
      startActive={t('requirements.startActive')}
    >
      {form => <PolicyFields form={form} />}
    </RecordAct>
  )
}
