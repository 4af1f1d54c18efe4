import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { changesOf } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { answered, oneOf, type Requirement, submissionKinds, useRefresh } from './model.ts'

type Fields = Pick<Requirement, 'title' | 'submissionKind' | 'policy'>

const flags = [
  { name: 'requireReview', label: 'requireReview' },
  { name: 'requireApproval', label: 'requireApproval' },
  { name: 'requireOutcomeBeforeClose', label: 'requireOutcome' },
] as const

const FieldsOf = ({ value, onChange }: { value: Fields; onChange: (fields: Fields) => void }) => {
  const { t } = useTranslation('submissions')
  const { title, submissionKind, policy } = value
  return (
    <>
      <TextInput
        label={t('form.title')}
        required
        maxLength={500}
        value={title}
        onChange={event => onChange({ ...value, title: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('requirements.kind')}
        value={submissionKind}
        onChange={event => {
          const kind = oneOf(submissionKinds, event.currentTarget.value)
          if (kind) onChange({ ...value, submissionKind: kind })
        }}
        data={submissionKinds.map(kind => ({ value: kind, label: t(`submissionKind.${kind}`) }))}
      />
      <NumberInput
        label={t('requirements.receipts')}
        description={t('requirements.receiptsHint')}
        min={1}
        max={4}
        allowDecimal={false}
        value={policy.receiptsRequired}
        onChange={receipts => onChange({ ...value, policy: { ...policy, receiptsRequired: Number(receipts) } })}
      />
      {flags.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={t(`requirements.${label}`)}
          description={t(`requirements.${label}Hint`)}
          checked={policy[name]}
          onChange={event => onChange({ ...value, policy: { ...policy, [name]: event.currentTarget.checked } })}
        />
      ))}
    </>
  )
}

const isWhole = ({ title, policy: { receiptsRequired } }: Fields): boolean =>
  title.trim() !== '' && receiptsRequired >= 1 && receiptsRequired <= 4

const nothing: Fields = {
  title: '',
  submissionKind: 'regulatory_return',
  policy: { receiptsRequired: 1, requireReview: false, requireApproval: false, requireOutcomeBeforeClose: false },
}

/** The button and its dialog: a new requirement, as a draft or active at once. */
export const CreateRequirement = () => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const [requirementKey, setKey] = useState('')
  const [fields, setFields] = useState(nothing)
  const [active, setActive] = useState(false)
  const refresh = useRefresh()

  const onSubmit = async (reason: string) => {
    const body = {
      ...fields,
      ...{ title: fields.title.trim(), requirementKey: requirementKey.trim(), reason },
      status: active ? ('active' as const) : ('draft' as const),
    }
    await answered(client.POST('/api/workspace/submission-requirements', { body }))
    setKey('')
    setFields(nothing)
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
        ready={requirementKey.trim() !== '' && isWhole(fields)}
        onSubmit={onSubmit}
      >
        <TextInput
          data-autofocus
          label={t('requirements.key')}
          description={t('requirements.keyHint')}
          required
          maxLength={200}
          value={requirementKey}
          onChange={event => setKey(event.currentTarget.value)}
        />
        <FieldsOf value={fields} onChange={setFields} />
        <Checkbox
          label={t('requirements.startActive')}
          checked={active}
          onChange={event => setActive(event.currentTarget.checked)}
        />
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
  const present: Fields = { title, submissionKind, policy }
  const [initial, setInitial] = useState(present)
  const [fields, setFields] = useState(present)
  const refresh = useRefresh()

  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => {
          setInitial(present)
          setFields(present)
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
        ready={isWhole(fields)}
        of={requirement}
        onSubmit={async (reason, header) => {
          const params = { path: { requirementId: id }, header }
          const { policy: changedPolicy, ...changes } = changesOf(initial, { ...fields, title: fields.title.trim() })
          const policy = changedPolicy && { policy: changesOf(initial.policy, changedPolicy) }
          const body = { ...changes, ...policy, reason }
          await answered(client.PATCH('/api/workspace/submission-requirements/{requirementId}', { params, body }))
          await refresh()
        }}
      >
        <FieldsOf value={fields} onChange={setFields} />
      </ActionDialog>
    </>
  )
}
