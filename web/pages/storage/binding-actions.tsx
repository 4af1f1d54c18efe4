import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Binding } from './binding.ts'
import { ChangeSettings, RenameBinding, ReplaceCredentials } from './change-binding.tsx'

/** The statuses in which the server allows each action (src/features/storage/bindings/binding.ts). */
const statuses = {
  validate: ['draft', 'validated'],
  activate: ['validated', 'draining'],
  retire: ['draft', 'validated', 'draining'],
} as const satisfies Readonly<Record<string, readonly Binding['status'][]>>

const isOpen = (action: keyof typeof statuses, { kind, status }: Binding): boolean =>
  statuses[action].some(allowed => allowed === status) && (kind === 's3' || action !== 'validate')

/** The buttons and dialogs for a binding that its status and the reader's role allow. */
export const BindingActions = ({ binding }: { binding: Binding }) => {
  const { name, kind, status } = binding
  const { t } = useTranslation('storage')
  const can = useCan()
  const [renameDialog, settingsDialog, credentialsDialog] = [useOpening(), useOpening(), useOpening()]

  const isBucket = kind === 's3' && status !== 'retired'
  const isUnused = status === 'draft' || status === 'validated'
  const settingsActions = [
    ['credentials', credentialsDialog, isBucket && can('replaceStorageCredentials')],
    ['settings', settingsDialog, isBucket && isUnused && can('updateStorageBinding')],
    ['rename', renameDialog, status !== 'retired' && can('updateStorageBinding')],
  ] as const

  return (
    <>
      {isOpen('validate', binding) && (
        <Act
          operation="validateStorageBinding"
          record={binding}
          label={t('actions.validate')}
          text={t('actions.validateText')}
          done={({ passed }) => t(passed ? 'actions.validated' : 'actions.notValidated', { name })}
        />
      )}
      {(['activate', 'retire'] as const)
        .filter(action => isOpen(action, binding))
        .map(action => (
          <Act
            key={action}
            operation={`${action}StorageBinding`}
            record={binding}
            label={t(`actions.${action}`)}
            text={t(`actions.${action}Text`)}
            danger={action === 'retire'}
          />
        ))}
      {settingsActions.map(
        ([action, { open }, offered]) =>
          offered && (
            <Button key={action} variant="default" aria-haspopup="dialog" onClick={open}>
              {t(`actions.${action}`)}
            </Button>
          ),
      )}
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
