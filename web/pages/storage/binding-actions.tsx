import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Operation, useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Binding } from './binding.ts'
import { ChangeSettings, RenameBinding, ReplaceCredentials } from './change-binding.tsx'

/** The statuses in which the server allows each action (src/features/storage/bindings/binding.ts). */
const actions = {
  validate: { needs: 'validateStorageBinding', from: ['draft', 'validated'], danger: false },
  activate: { needs: 'activateStorageBinding', from: ['validated', 'draining'], danger: false },
  retire: { needs: 'retireStorageBinding', from: ['draft', 'validated', 'draining'], danger: true },
} as const satisfies Readonly<Record<string, { needs: Operation; from: readonly Binding['status'][]; danger: boolean }>>

type Action = keyof typeof actions

const kinds = Object.keys(actions) as readonly Action[]

const isOpen = (action: Action, { kind, status }: Binding): boolean =>
  actions[action].from.some(allowed => allowed === status) && (kind === 's3' || action !== 'validate')

/** The buttons and dialogs for a binding that its status and the reader's role allow. */
export const BindingActions = ({ binding }: { binding: Binding }) => {
  const { id: bindingId, name, kind, status } = binding
  const { t } = useTranslation('storage')
  const can = useCan()
  const refresh = useRefresh()
  const notify = useNotify()
  const [dialog, setDialog] = useState<Action>()
  const [renameDialog, settingsDialog, credentialsDialog] = [useOpening(), useOpening(), useOpening()]

  const optionsFor = (header: IfMatch, reason: string) => ({
    params: { path: { bindingId }, header },
    body: { reason },
  })
  const run: Readonly<Record<Action, (reason: string, header: IfMatch) => Promise<unknown>>> = {
    async validate(reason, header) {
      const path = '/api/workspace/storage-bindings/{bindingId}/validate'
      const { passed } = await unwrap(client.POST(path, optionsFor(header, reason)))
      await refresh()
      notify(t(passed ? 'actions.validated' : 'actions.notValidated', { name }))
    },
    async activate(reason, header) {
      await unwrap(client.POST('/api/workspace/storage-bindings/{bindingId}/activate', optionsFor(header, reason)))
      await refresh()
    },
    async retire(reason, header) {
      await unwrap(client.POST('/api/workspace/storage-bindings/{bindingId}/retire', optionsFor(header, reason)))
      await refresh()
    },
  }
  const isBucket = kind === 's3' && status !== 'retired'
  const isUnused = status === 'draft' || status === 'validated'
  const settingsActions = [
    ['credentials', credentialsDialog, isBucket && can('replaceStorageCredentials')],
    ['settings', settingsDialog, isBucket && isUnused && can('updateStorageBinding')],
    ['rename', renameDialog, status !== 'retired' && can('updateStorageBinding')],
  ] as const

  return (
    <>
      {kinds.map(
        action =>
          isOpen(action, binding) &&
          can(actions[action].needs) && (
            <Button key={action} variant="default" aria-haspopup="dialog" onClick={() => setDialog(action)}>
              {t(`actions.${action}`)}
            </Button>
          ),
      )}
      {settingsActions.map(
        ([action, { open }, offered]) =>
          offered && (
            <Button key={action} variant="default" aria-haspopup="dialog" onClick={open}>
              {t(`actions.${action}`)}
            </Button>
          ),
      )}
      {kinds.map(action => (
        <ActionDialog
          operation={actions[action].needs}
          key={action}
          opened={dialog === action}
          onClose={() => setDialog(undefined)}
          title={t(`actions.${action}`)}
          text={t(`actions.${action}Text`)}
          submit={t(`actions.${action}`)}
          danger={actions[action].danger}
          record={binding}
          onSubmit={run[action]}
        />
      ))}
      <RenameBinding key={`rename ${renameDialog.openCount}`} binding={binding} dialog={renameDialog} />
      <ChangeSettings key={`settings ${settingsDialog.openCount}`} binding={binding} dialog={settingsDialog} />
      <ReplaceCredentials
        key={`credentials ${credentialsDialog.openCount}`}
        binding={binding}
        dialog={credentialsDialog}
      />
    </>
  )
}
