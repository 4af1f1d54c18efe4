import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { SourcesField } from './sources-field.tsx'
import { UnitsField } from './units-field.tsx'

interface Props {
  readonly account: Schemas['ListedServiceAccount']
  readonly opened: boolean
  readonly onClose: () => void
}

/** Returns null for an empty list, which removes the limit. */
const nullIfEmpty = (list: readonly string[]) => (list.length > 0 ? [...list] : null)

/** Edits a service account: its name, scopes, finding sources and units. */
export const ChangeServiceAccount = ({ account, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const form = useForm({
    initialValues: {
      name: account.name,
      scopes: [...account.scopes],
      findingSources: [...(account.findingSources ?? [])],
      unitIds: [...(account.unitIds ?? [])],
      reason: '',
    },
  })
  const name = form.values.name.trim()
  const { scopes } = form.values
  const save = async (reason: string, header: IfMatch) => {
    const params = { path: { accountId: account.id }, header }
    const { unitIds, findingSources, ...changes } = changesOf(form.getInitialValues(), { ...form.values, name })
    const limits = {
      ...(findingSources && { findingSources: nullIfEmpty(findingSources) }),
      ...(unitIds && { unitIds: nullIfEmpty(unitIds) }),
    }
    const body = { ...changes, ...limits, reason }
    await unwrap(client.PATCH('/api/workspace/service-accounts/{accountId}', { params, body }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="updateServiceAccount"
      opened={opened}
      onClose={onClose}
      title={t('accounts.change')}
      text={t('accounts.changeText')}
      submit={common('actions.save')}
      form={form}
      record={account}
      ready={name !== '' && scopes.length > 0}
      missing={common('form.chooseSome')}
      missingAt="scopes"
      onSubmit={save}
      size="lg"
    >
      <TextInput label={t('accounts.name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <ScopeFields value={scopes} onChange={value => form.setFieldValue('scopes', value)} error={form.errors.scopes} />
      <SourcesField
        value={form.values.findingSources}
        scopes={scopes}
        onChange={value => form.setFieldValue('findingSources', value)}
        error={form.errors.findingSources}
      />
      <UnitsField
        value={form.values.unitIds}
        onChange={value => form.setFieldValue('unitIds', value)}
        error={form.errors.unitIds}
      />
    </ActionDialog>
  )
}
