import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { UnitsField } from './units-field.tsx'

interface Props {
  readonly person: Schemas['ListedPerson']
  readonly opened: boolean
  readonly onClose: () => void
}

/** Edits a person's name, role and units. If groups determine their access, only the name can change. */
export const ChangePerson = ({ person, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const form = useForm({
    initialValues: { name: person.name, role: person.role, unitIds: [...(person.unitIds ?? [])], reason: '' },
  })
  const name = form.values.name.trim()
  const isMapped = person.mappedFrom !== undefined
  const save = async (reason: string, header: IfMatch) => {
    const params = { path: { personId: person.id }, header }
    const { unitIds: selectedIds, ...values } = form.values
    const unitIds = values.role === 'admin' ? [] : selectedIds
    const { unitIds: changedIds, ...changes } = changesOf(form.getInitialValues(), { ...values, name, unitIds })
    const body = { ...changes, ...(changedIds && { unitIds: changedIds.length > 0 ? changedIds : null }), reason }
    await unwrap(client.PATCH('/api/workspace/people/{personId}', { params, body }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="updatePerson"
      opened={opened}
      onClose={onClose}
      title={t('person.change')}
      text={isMapped && t('groups.mappedText')}
      submit={common('actions.save')}
      form={form}
      record={person}
      ready={name !== ''}
      onSubmit={save}
      size="lg"
    >
      <TextInput label={t('people.name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      {!isMapped && (
        <RoleField
          label={t('people.role')}
          value={form.values.role}
          onChange={value => form.setFieldValue('role', value)}
        />
      )}
      {!isMapped && form.values.role !== 'admin' && (
        <UnitsField
          value={form.values.unitIds}
          onChange={value => form.setFieldValue('unitIds', value)}
          error={form.errors.unitIds}
        />
      )}
    </ActionDialog>
  )
}
