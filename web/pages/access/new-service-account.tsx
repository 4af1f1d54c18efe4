import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { AccountWithSecret } from './client-secret.tsx'
import { ScopeFields } from './scope-fields.tsx'
import type { Scope } from './scopes.ts'
import { SourcesField } from './sources-field.tsx'
import { UnitsField } from './units-field.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (account: AccountWithSecret) => void
}

/** The dialog that creates a service account. */
export const NewServiceAccount = ({ opened, onClose, onCreated }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const prefix = `${useSession().organization.slug}_`
  const form = useForm({
    initialValues: {
      name: '',
      clientId: '',
      scopes: [] as Scope[],
      findingSources: [] as string[],
      unitIds: [] as string[],
      reason: '',
    },
  })
  const { scopes, findingSources, unitIds } = form.values
  const name = form.values.name.trim()
  const clientId = form.values.clientId.trim()

  const create = async (reason: string) => {
    const limits = {
      ...(findingSources.length > 0 && { findingSources }),
      ...(unitIds.length > 0 && { unitIds }),
    }
    const body = { name, scopes, reason, ...(clientId && { clientId }), ...limits }
    onCreated(await unwrap(client.POST('/api/workspace/service-accounts', { body })))
  }

  return (
    <ActionDialog
      operation="createServiceAccount"
      opened={opened}
      onClose={onClose}
      title={t('accounts.new')}
      submit={common('actions.create')}
      form={form}
      ready={name !== '' && scopes.length > 0}
      missing={common('form.chooseSome')}
      missingAt="scopes"
      onSubmit={create}
      size="lg"
    >
      <TextInput
        label={t('accounts.name')}
        description={t('accounts.nameHint')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('accounts.clientId')}
        description={t('accounts.clientIdHint', { prefix })}
        placeholder={prefix}
        {...form.getInputProps('clientId')}
      />
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
