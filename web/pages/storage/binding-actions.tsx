import { Button, Group } from '@mantine/core'
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

/** The usual next step of a binding, by its status. */
const nextStep: Readonly<Partial<Record<Binding['status'], keyof typeof statuses>>> = {
  draft: 'validate',
  validated: 'activate',
}

/** The buttons and dialogs for the steps of a binding that its status and the user's role allow. */
export const BindingActions = ({ binding }: { binding: Binding }) => {
  const { name, status } = binding
  const { t } = useTranslation('storage')
  const buttonProps = (step: keyof typeof statuses) => (nextStep[status] === step ? { variant: 'filled' } : {})
  return (
    <>
      {isOpen('retire', binding) && (
        <Act
          operation="retireStorageBinding"
          record={binding}
          label={t('actions.retire')}
          text={t('actions.retireText')}
          danger
        />
      )}
      {isOpen('validate', binding) && (
        <Act
          operation="validateStorageBinding"
          record={binding}
          label={t('actions.validate')}
          text={t('actions.validateText')}
          done={({ passed }) => t(passed ? 'actions.validated' : 'actions.notValidated', { name })}
          {...buttonProps('validate')}
        />
      )}
      {isOpen('activate', binding) && (
        <Act
          operation="activateStorageBinding"
          record={binding}
          label={t('actions.activate')}
          text={t('actions.activateText')}
          {...buttonProps('activate')}
        />
      )}
    </>
  )
}

/** The buttons and dialogs that change the settings of a binding. */
export const SettingsActions = ({ binding }: { binding: Binding }) => {
  const { kind, status } = binding
  const { t } = useTranslation('storage')
  const can = useCan()
  const [renameDialog, settingsDialog, credentialsDialog] = [useOpening(), useOpening(), useOpening()]
  const isBucket = kind === 's3' && status !== 'retired'
  const isUnused = status === 'draft' || status === 'validated'
  const actions = [
    ['credentials', credentialsDialog, isBucket && can('replaceStorageCredentials')],
    ['settings', settingsDialog, isBucket && isUnused && can('updateStorageBinding')],
    ['rename', renameDialog, status !== 'retired' && can('updateStorageBinding')],
  ] as const
  return (
    <Group gap="xs" className="no-print">
      {actions.map(
        ([action, { open }, isAvailable]) =>
          isAvailable && (
            <Button key={action} variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
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
    </Group>
  )
}
