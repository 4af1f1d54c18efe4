import { Badge, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { createPasskey } from './passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Passkey = Schemas['Passkey']

const useName = (name: string) => useForm({ initialValues: { name } })

const NameField = ({ form }: { form: ReturnType<typeof useName> }) => {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t('passkeys.name')}
      required
      autoFocus
      maxLength={100}
      value={form.values.name}
      {...form.getInputProps('name')}
    />
  )
}

const Rename = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const form = useName(passkey.name)
  const rename = async () => {
    const params = { path: { passkeyId: passkey.id } }
    await unwrap(client.PATCH('/api/workspace/account/passkeys/{passkeyId}', { params, body: form.values }))
    await refresh()
  }
  return (
    <ActionDialog
      operation={null}
      opened
      onClose={onClose}
      title={t('passkeys.rename')}
      submit={t('passkeys.rename')}
      form={form}
      ready={form.values.name.trim() !== ''}
      onSubmit={rename}
    >
      <NameField form={form} />
    </ActionDialog>
  )
}

const Remove = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const remove = async () => {
    const params = { path: { passkeyId: passkey.id } }
    await unwrap(client.DELETE('/api/workspace/account/passkeys/{passkeyId}', { params }))
    await refresh()
  }
  return (
    <ActionDialog
      operation={null}
      opened
      onClose={onClose}
      title={t('passkeys.removeTitle', { name: passkey.name })}
      text={t('passkeys.removeText')}
      submit={t('passkeys.remove')}
      danger
      onSubmit={remove}
    />
  )
}

interface AddProps {
  readonly onClose: () => void
  readonly onAdded: (codes: readonly string[] | undefined) => void
}

const Add = ({ onClose, onAdded }: AddProps) => {
  const { t } = useTranslation('account')
  const form = useName('')
  return (
    <ActionDialog
      operation={null}
      opened
      onClose={onClose}
      title={t('passkeys.add')}
      text={t('passkeys.addText')}
      submit={t('confirm.submit')}
      form={form}
      ready={form.values.name.trim() !== ''}
      onSubmit={async () => onAdded((await createPasskey(form.values.name)).recoveryCodes)}
    >
      <NameField form={form} />
    </ActionDialog>
  )
}

type Dialog = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

const Rows = ({ passkeys, onOpen }: { passkeys: readonly Passkey[]; onOpen: (dialog: Dialog) => void }) => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const columns: readonly Column<Passkey>[] = [
    {
      key: 'name',
      header: t('passkeys.name'),
      render: ({ name, state, host }) => (
        <>
          <Text inherit>{name}</Text>
          {state !== 'usable' && (
            <Badge color="red" variant="light" className="whole-badge">
              {t(`passkeys.state.${state}`, { host })}
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'used',
      header: t('sessions.used'),
      render: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} as="ago" /> : '–'),
    },
    {
      key: 'actions',
      header: common('actions.actions'),
      align: 'right',
      render: passkey => (
        <Group gap="xs" justify="flex-end">
          {(['rename', 'remove'] as const).map(kind => (
            <Button
              key={kind}
              size="compact-xs"
              variant="default"
              aria-haspopup="dialog"
              onClick={() => onOpen({ kind, passkey })}
            >
              {t(`passkeys.${kind}`)}
            </Button>
          ))}
        </Group>
      ),
    },
  ]
  return (
    <Box w="100%">
      <DataTable label={t('passkeys.title')} columns={columns} rows={passkeys} rowKey={({ id }) => id} />
    </Box>
  )
}

/** Manages passkeys, which work on their own or as a second factor with the password. */
export const Passkeys = () => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const [dialog, setDialog] = useState<Dialog>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/account/passkeys')
  const close = () => setDialog(undefined)
  if (codes) return <RecoveryCodes codes={codes} onStored={() => setCodes(undefined)} />
  if (!data) return error ? <ErrorNote error={error} retry={refetch} /> : <Lines count={3} />
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('passkeys.text')}</Text>
      {data.passkeys.length > 0 && <Rows passkeys={data.passkeys} onOpen={setDialog} />}
      {data.adding === 'possible' ? (
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'add' })}>
          {t('passkeys.add')}
        </Button>
      ) : (
        <Text size="sm">{t(`passkeys.why.${data.adding}`)}</Text>
      )}
      {dialog?.kind === 'add' && (
        <Add
          onClose={close}
          onAdded={recoveryCodes => {
            setCodes(recoveryCodes)
            // New codes stay on screen until they are stored; if a second factor is required, a refresh would end that.
            if (!recoveryCodes) void refresh()
          }}
        />
      )}
      {dialog?.kind === 'rename' && <Rename passkey={dialog.passkey} onClose={close} />}
      {dialog?.kind === 'remove' && <Remove passkey={dialog.passkey} onClose={close} />}
    </Stack>
  )
}
