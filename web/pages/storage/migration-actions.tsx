import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Operation, useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { Act } from '#web/ui/act.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { type Migration, megabyte, type Step, steps } from './migration.ts'

const path = '/api/workspace/storage-migrations/{migrationId}'

/** Changes the rate limit, which takes effect within seconds. */
const ChangeRate = ({ migration, opened, onClose }: { migration: Migration; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { bytesPerSecond: migration.rate.bytesPerSecond, reason: '' } })
  const { bytesPerSecond } = form.values
  const change = async (reason: string, header: IfMatch) => {
    const params = { path: { migrationId: migration.id }, header }
    await unwrap(client.POST(`${path}/rate`, { params, body: { bytesPerSecond, reason } }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="setStorageMigrationRate"
      opened={opened}
      onClose={onClose}
      title={t('migrations.actions.rate')}
      text={t('migrations.texts.rate')}
      submit={t('migrations.actions.rate')}
      form={form}
      record={migration}
      onSubmit={change}
    >
      <NumberField
        label={t('migrations.rate')}
        min={0.1}
        max={10_000}
        unit="MB/s"
        data-autofocus
        value={bytesPerSecond / megabyte}
        onChange={value => form.setFieldValue('bytesPerSecond', Math.round(Number(value) * megabyte))}
        error={form.errors.bytesPerSecond}
      />
    </ActionDialog>
  )
}

const simpleActions = {
  pause: 'pauseStorageMigration',
  resume: 'resumeStorageMigration',
  cancel: 'cancelStorageMigration',
} as const satisfies Readonly<Partial<Record<Step, Operation>>>

const simpleSteps = ['pause', 'resume', 'cancel'] as const

/** The buttons for a migration that its status and the user's role allow. */
export const MigrationActions = ({ migration }: { migration: Migration }) => {
  const { t } = useTranslation('storage')
  const can = useCan()
  const rateDialog = useOpening()
  return (
    <>
      {simpleSteps
        .filter(step => steps[step](migration))
        .map(step => (
          <Act
            key={step}
            operation={simpleActions[step]}
            record={migration}
            label={t(`migrations.actions.${step}`)}
            text={t(`migrations.texts.${step}`)}
            danger={step === 'cancel'}
            {...(step !== 'cancel' && { done: t(`migrations.done.${step}`) })}
          />
        ))}
      {steps.rate(migration) && can('setStorageMigrationRate') && (
        <Button variant="default" aria-haspopup="dialog" onClick={rateDialog.open}>
          {t('migrations.actions.rate')}
        </Button>
      )}
      <ChangeRate
        key={rateDialog.openCount}
        migration={migration}
        opened={rateDialog.opened}
        onClose={rateDialog.close}
      />
    </>
  )
}
