import { Checkbox, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { Versioned } from '#web/api/version.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Props {
  readonly setting: Schemas['Deputy']
  /** The person whose deputy an administrator changes; absent if users change their own. */
  readonly person?: Versioned | undefined
  readonly opened: boolean
  readonly onClose: () => void
}

/** Changes the user's own deputy and absence or, for an administrator, another person's. */
export const DeputyDialog = ({ setting, person, opened, onClose }: Props) => {
  const { t } = useTranslation('deputies')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const { personId, deputy } = setting
  const form = useForm({
    initialValues: {
      deputyId: deputy?.id ?? '',
      always: setting.always,
      absentFrom: setting.absentFrom ?? '',
      absentUntil: setting.absentUntil ?? '',
      reason: '',
    },
  })
  const readBody = () => {
    const { deputyId, always, absentFrom, absentUntil } = form.values
    return {
      deputyId: deputyId || null,
      always: always && deputyId !== '',
      absentFrom: absentFrom || null,
      absentUntil: absentUntil || null,
    }
  }
  const fields = (
    <>
      <ChooseOne
        label={t('deputy')}
        offer={{ kind: 'person', status: 'active' }}
        exclude={[personId]}
        placeholder={t('none')}
        {...(deputy && { labels: [{ value: deputy.id, label: deputy.name }] })}
        {...form.getInputProps('deputyId')}
      />
      <Group grow align="flex-start">
        <TextInput type="date" label={t('from')} {...form.getInputProps('absentFrom')} />
        <TextInput type="date" label={t('until')} {...form.getInputProps('absentUntil')} />
      </Group>
      <Checkbox label={t('always')} {...form.getInputProps('always', { type: 'checkbox' })} />
    </>
  )
  const shared = {
    opened,
    onClose,
    title: t('change'),
    about: personId,
    text: t('text'),
    submit: common('actions.save'),
    form,
    size: 'lg',
  } as const
  if (person)
    return (
      <ActionDialog
        {...shared}
        operation="setPersonDeputy"
        record={person}
        onSubmit={async (reason, header) => {
          const params = { path: { personId }, header }
          const body = { ...readBody(), reason }
          await unwrap(client.PUT('/api/workspace/people/{personId}/deputy', { params, body }))
          await refresh()
        }}
      >
        {fields}
      </ActionDialog>
    )
  return (
    <ActionDialog
      {...shared}
      operation={null}
      onSubmit={async () => {
        await unwrap(client.PUT('/api/workspace/account/deputy', { body: readBody() }))
        await refresh()
      }}
    >
      {fields}
    </ActionDialog>
  )
}
