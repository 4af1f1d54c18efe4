import { Button, Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Form } from '#web/ui/form.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { type Requirement, submissionKinds } from './model.ts'

interface Extra {
  readonly policy: Requirement['policy']
  readonly active: boolean
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

const path = '/api/workspace/submission-requirements'

interface Props {
  /** The requirement to change. Without it, the dialog creates one, as a draft or active. */
  readonly requirement?: Requirement
  readonly opened: boolean
  readonly onClose: () => void
}

const RequirementDialog = ({ requirement, opened, onClose }: Props) => {
  const { t } = useTranslation('submissions')
  const refresh = useRefresh()
  const extra: Extra = { policy: requirement?.policy ?? defaultPolicy, active: false }
  return (
    <RecordDialog
      operation={requirement ? 'updateSubmissionRequirement' : 'createSubmissionRequirement'}
      fields={fields.SubmissionRequirement}
      labels={{
        requirementKey: { label: t('requirements.key'), hint: t('requirements.keyHint') },
        title: t('form.title'),
        submissionKind: t('requirements.kind'),
      }}
      choices={{ submissionKind: submissionKinds.map(kind => ({ value: kind, label: t(`submissionKind.${kind}`) })) }}
      record={requirement}
      extra={extra}
      ready={({ policy }) => policy.receiptsRequired >= 1 && policy.receiptsRequired <= 4}
      opened={opened}
      onClose={onClose}
      title={t(requirement ? 'requirements.edit' : 'requirements.create')}
      {...(requirement && { text: t('requirements.holds') })}
      create={async ({ active, ...body }, reason) => {
        const status = active ? 'active' : 'draft'
        await unwrap(client.POST(path, { body: { ...body, status, reason } }))
        await refresh()
      }}
      change={async ({ active: _, requirementKey: __, ...changes }, reason, header) => {
        const params = { path: { requirementId: requirement?.id ?? '' }, header }
        await unwrap(client.PATCH(`${path}/{requirementId}`, { params, body: { ...changes, reason } }))
        await refresh()
      }}
    >
      {form => (
        <>
          <PolicyFields form={form} />
          {!requirement && (
            <Checkbox label={t('requirements.startActive')} {...form.getInputProps('active', { type: 'checkbox' })} />
          )}
        </>
      )}
    </RecordDialog>
  )
}

/** A button with a dialog that creates a requirement. */
export const CreateRequirement = () => {
  const { t } = useTranslation('submissions')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('requirements.new')}
      </Button>
      <RequirementDialog key={openCount} opened={opened} onClose={close} />
    </>
  )
}

/** A button with a dialog that changes the title, kind or policy. */
export const EditRequirement = ({ requirement }: { requirement: Requirement }) => {
  const { t } = useTranslation('submissions')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('requirements.change')}
      </Button>
      <RequirementDialog key={openCount} requirement={requirement} opened={opened} onClose={close} />
    </>
  )
}
