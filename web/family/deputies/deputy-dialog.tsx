import { Checkbox, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Props {
  readonly setting: Schemas['Deputy']
  readonly isOwn: boolean
  readonly opened: boolean
  readonly onClose: () => void
}

/** Changes the deputy and the absence of oneself or, as an administrator, of another person. */
export const DeputyDialog = ({ setting, isOwn, opened, onClose }: Props) => {
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
  const save = async (reason: string) => {
    const { deputyId, always, absentFrom, absentUntil } = form.values
    const body = {
      deputyId: deputyId || null,
      always: always && deputyId !== '',
      absentFrom: absentFrom || null,
      absentUntil: absentUntil || null,
    }
    await unwrap(
      isOwn
        ? client.PUT('/api/workspace/account/deputy', { body })
        : client.PUT('/api/workspace/people/{personId}/deputy', {
            params: { path: { personId } },
            body: { ...body, reason },
          }),
    )
    await refresh()
  }
  return (
    <ActionDialog
      operation={isOwn ? null : 'setPersonDeputy'}
      opened={opened}
      onClose={onClose}
      title={t('change')}
      about={personId}
      text={t('text')}
      submit={common('actions.save')}
      form={form}
      onSubmit={save}
      size="lg"
    >
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
    </ActionDialog>
  )
}
