import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { beginWith, type Form } from '#web/ui/form.ts'
import { type Requirement, submissionKinds } from './model.ts'

type Fields = Pick<Requirement, 'title' | 'submissionKind' | 'policy'>

const flags = [
  { name: 'requireReview', label: 'requireReview' },
  { name: 'requireApproval', label: 'requireApproval' },
  { name: 'requireOutcomeBeforeClose', label: 'requireOutcome' },
] as const

const FieldsOf = ({ form }: { form: Form<Fields> }) => {
  const { t } = useTranslation('submissions')
  return (
    <>
      <TextInput label={t('form.title')} required maxLength={500} {...form.getInputProps('title')} />
      <NativeSelect
        label={t('requirements.kind')}
        data={submissionKinds.map(kind => ({ value: kind, label: t(`submissionKind.${kind}`) }))}
        {...form.getInputProps('submissionKind')}
      />
      <NumberInput
        label={t('requirements.receipts')}
        description={t('requirements.receiptsHint')}
        min={1}
        max={4}
        allowDecimal={false}
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

const isWhole = ({ title, policy: { receiptsRequired } }: Fields): boolean =>
  title.trim() !== '' && receiptsRequired >= 1 && receiptsRequired <= 4

const blank = {
  requirementKey: '',
  title: '',
  submissionKind: 'regulatory_return' as Fields['submissionKind'],
  policy: { receiptsRequired: 1, requireReview: false, requireApproval: false, requireOutcomeBeforeClose: false },
  active: false,
  reason: '',
}

/** The button and its dialog: a new requirement, as a draft or active at once. */
export const CreateRequirement = () => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const form = useForm({ initialValues: blank })
  const refresh = useRefresh()

  const onSubmit = async (reason: string) => {
    const { active, title, requirementKey, ...fields } = form.values
    const body = {
      ...fields,
      ...{ title: title.trim(), requirementKey: requirementKey.trim(), reason },
      status: active ? ('active' as const) : ('draft' as const),
    }
    await answered(client.POST('/api/workspace/submission-requirements', { body }))
    await refresh()
  }

  return (
    <>
      <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('requirements.new')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('requirements.create')}
        submit={common('actions.create')}
        form={form}
        ready={form.values.requirementKey.trim() !== '' && isWhole(form.values)}
        onSubmit={onSubmit}
      >
        <TextInput
          data-autofocus
          label={t('requirements.key')}
          description={t('requirements.keyHint')}
          required
          maxLength={200}
          {...form.getInputProps('requirementKey')}
        />
        <FieldsOf form={form} />
        <Checkbox label={t('requirements.startActive')} {...form.getInputProps('active', { type: 'checkbox' })} />
      </ActionDialog>
    </>
  )
}

/** The button and its dialog: another title, kind or policy. */
export const EditRequirement = ({ requirement }: { requirement: Requirement }) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const { id, title, submissionKind, policy } = requirement
  const form = useForm({ initialValues: { title, submissionKind, policy, reason: '' } })
  const refresh = useRefresh()

  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => {
          beginWith(form, { title, submissionKind, policy, reason: '' })
          open()
        }}
      >
        {t('requirements.change')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('requirements.edit')}
        text={t('requirements.holds')}
        submit={common('actions.save')}
        form={form}
        ready={isWhole(form.values)}
        onSubmit={async reason => {
          const params = { path: { requirementId: id } }
          const body = { ...form.values, title: form.values.title.trim(), reason }
          await answered(client.PATCH('/api/workspace/submission-requirements/{requirementId}', { params, body }))
          await refresh()
        }}
      >
        <FieldsOf form={form} />
      </ActionDialog>
    </>
  )
}
