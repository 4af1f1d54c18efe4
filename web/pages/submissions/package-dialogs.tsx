import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { beginWith, type Form } from '#web/ui/form.ts'
import { fromLocal, toLocal } from '#web/ui/local-time.ts'
import type { PackageDetail, Requirement } from './model.ts'

interface NamedProps {
  readonly form: Form<{ readonly title: string; readonly dueAt: string }>
  readonly first?: boolean
}

const Named = ({ form, first = false }: NamedProps) => {
  const { t } = useTranslation('submissions')
  return (
    <>
      <TextInput
        label={t('form.title')}
        required
        maxLength={500}
        {...form.getInputProps('title')}
        {...(first && { 'data-autofocus': true })}
      />
      <TextInput
        label={t('form.due')}
        description={t('form.dueHint')}
        type="datetime-local"
        required
        {...form.getInputProps('dueAt')}
      />
    </>
  )
}

const blank = { submissionRequirementId: '', packageKey: '', title: '', dueAt: '', reason: '' }

/** The button and its dialog: a package of one of the active requirements. */
export const CreatePackage = ({ requirements }: { requirements: readonly Requirement[] }) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const form = useForm({ initialValues: blank })
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { submissionRequirementId, packageKey, title } = form.values
  const dueAt = fromLocal(form.values.dueAt)

  const onSubmit = async (reason: string) => {
    if (!dueAt) return
    const body = { submissionRequirementId, packageKey: packageKey.trim(), title: title.trim(), dueAt, reason }
    const { id } = await answered(client.POST('/api/workspace/packages', { body }))
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
        form={form}
        ready={Boolean(submissionRequirementId && packageKey.trim() && title.trim() && dueAt)}
        onSubmit={onSubmit}
      >
        <NativeSelect
          label={t('form.requirement')}
          required
          data-autofocus
          data={[
            { value: '', label: t('form.choose') },
            ...requirements.map(({ id, title, requirementKey }) => ({
              value: id,
              label: `${requirementKey} · ${title}`,
            })),
          ]}
          {...form.getInputProps('submissionRequirementId')}
        />
        <TextInput
          label={t('form.key')}
          description={t('form.keyHint')}
          required
          maxLength={200}
          {...form.getInputProps('packageKey')}
        />
        <Named form={form} />
      </ActionDialog>
    </>
  )
}

/** The button and its dialog: another title or due date. */
export const EditPackage = ({ submissionPackage }: Pick<PackageDetail, 'submissionPackage'>) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const { id, title, dueAt } = submissionPackage
  const present = { title, dueAt: toLocal(new Date(dueAt)), reason: '' }
  const form = useForm({ initialValues: present })
  const refresh = useRefresh()
  const changedDue = form.values.dueAt === present.dueAt ? dueAt : fromLocal(form.values.dueAt)

  const onSubmit = async (reason: string) => {
    if (!changedDue) return
    const params = { path: { packageId: id } }
    const body = { title: form.values.title.trim(), dueAt: changedDue, reason }
    await answered(client.PATCH('/api/workspace/packages/{packageId}', { params, body }))
    await refresh()
  }

  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => {
          beginWith(form, present)
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
        form={form}
        ready={Boolean(form.values.title.trim() && changedDue)}
        onSubmit={onSubmit}
      >
        <Named form={form} first />
      </ActionDialog>
    </>
  )
}
