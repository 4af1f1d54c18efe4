import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { answered, fromLocal, type PackageDetail, type Requirement, toLocal, useRefresh } from './model.ts'

interface NamedProps {
  readonly title: string
  readonly due: string
  readonly onChange: (fields: { title?: string; due?: string }) => void
  readonly first?: boolean
}

const Named = ({ title, due, onChange, first = false }: NamedProps) => {
  const { t } = useTranslation('submissions')
  return (
    <>
      <TextInput
        label={t('form.title')}
        required
        maxLength={500}
        value={title}
        onChange={event => onChange({ title: event.currentTarget.value })}
        {...(first && { 'data-autofocus': true })}
      />
      <TextInput
        label={t('form.due')}
        description={t('form.dueHint')}
        type="datetime-local"
        required
        value={due}
        onChange={event => onChange({ due: event.currentTarget.value })}
      />
    </>
  )
}

const nothing = { requirementId: '', packageKey: '', title: '', due: '' }

/** The button and its dialog: a package of one of the active requirements. */
export const CreatePackage = ({ requirements }: { requirements: readonly Requirement[] }) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const [fields, setFields] = useState(nothing)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const change = (changed: Partial<typeof nothing>) => setFields({ ...fields, ...changed })
  const { requirementId, packageKey, title, due } = fields
  const dueAt = fromLocal(due)

  const onSubmit = async (reason: string) => {
    if (!dueAt) return
    const body = { submissionRequirementId: requirementId, packageKey: packageKey.trim(), title: title.trim(), dueAt }
    const { id } = await answered(client.POST('/api/workspace/packages', { body: { ...body, reason } }))
    setFields(nothing)
    void refresh()
    await navigate({ to: '/submissions/packages/$packageId', params: { packageId: id } })
  }

  return (
    <>
      <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('packages.new')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('form.create')}
        submit={common('actions.create')}
        ready={Boolean(requirementId && packageKey.trim() && title.trim() && dueAt)}
        onSubmit={onSubmit}
      >
        <NativeSelect
          label={t('form.requirement')}
          required
          data-autofocus
          value={requirementId}
          onChange={event => change({ requirementId: event.currentTarget.value })}
          data={[
            { value: '', label: t('form.choose') },
            ...requirements.map(({ id, title, requirementKey }) => ({
              value: id,
              label: `${requirementKey} · ${title}`,
            })),
          ]}
        />
        <TextInput
          label={t('form.key')}
          description={t('form.keyHint')}
          required
          maxLength={200}
          value={packageKey}
          onChange={event => change({ packageKey: event.currentTarget.value })}
        />
        <Named title={title} due={due} onChange={change} />
      </ActionDialog>
    </>
  )
}

/** The button and its dialog: another title or due date. */
export const EditPackage = (detail: PackageDetail) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const { id, title, dueAt } = detail.submissionPackage
  const present = { title, due: toLocal(new Date(dueAt)) }
  const [initial, setInitial] = useState(present)
  const [fields, setFields] = useState(present)
  const refresh = useRefresh()

  const onSubmit = async (reason: string, header: IfMatch) => {
    const { title, due } = changesOf(initial, { ...fields, title: fields.title.trim() })
    const dueAt = due && fromLocal(due)
    const params = { path: { packageId: id }, header }
    const body = { ...(title && { title }), ...(dueAt && { dueAt }), reason }
    await answered(client.PATCH('/api/workspace/packages/{packageId}', { params, body }))
    await refresh()
  }

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
        {t('form.edit')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('form.edit')}
        submit={common('actions.save')}
        ready={Boolean(fields.title.trim() && fromLocal(fields.due))}
        of={detail}
        onSubmit={onSubmit}
      >
        <Named {...fields} first onChange={changed => setFields({ ...fields, ...changed })} />
      </ActionDialog>
    </>
  )
}
