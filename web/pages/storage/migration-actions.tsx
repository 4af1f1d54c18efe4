import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Operation, useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
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

const simpleSteps = ['pause', 'resume', 'cancel'] as const satisfies readonly Step[]

type SimpleStep = (typeof simpleSteps)[number]

const operations = {
  pause: 'pauseStorageMigration',
  resume: 'resumeStorageMigration',
  cancel: 'cancelStorageMigration',
  rate: 'setStorageMigrationRate',
} as const satisfies Record<Step, Operation>

/** The buttons and dialogs for a migration that its status and the reader's role allow. */
export const MigrationActions = ({ migration }: { migration: Migration }) => {
  const { t } = useTranslation('storage')
  const can = useCan()
  const refresh = useRefresh()
  const [dialog, setDialog] = useState<SimpleStep>()
  const rateDialog = useOpening()
  const isOffered = (step: Step) => steps[step](migration) && can(operations[step])
  const run = (step: SimpleStep) => async (reason: string, header: IfMatch) => {
    const params = { path: { migrationId: migration.id }, header }
    await unwrap(client.POST(`${path}/${step}`, { params, body: { reason } }))
    await refresh()
  }
  return (
    <>
      {simpleSteps.map(
        step =>
          isOffered(step) && (
            <Button key={step} variant="default" aria-haspopup="dialog" onClick={() => setDialog(step)}>
              {t(`migrations.actions.${step}`)}
            </Button>
          ),
      )}
      {isOffered('rate') && (
        <Button variant="default" aria-haspopup="dialog" onClick={rateDialog.open}>
          {t('migrations.actions.rate')}
        </Button>
      )}
      {simpleSteps.map(step => (
        <ActionDialog
          operation={operations[step]}
          key={step}
          opened={dialog === step}
          onClose={() => setDialog(undefined)}
          title={t(`migrations.actions.${step}`)}
          text={t(`migrations.texts.${step}`)}
          submit={t(`migrations.actions.${step}`)}
          danger={step === 'cancel'}
          record={migration}
          onSubmit={run(step)}
        />
      ))}
      <ChangeRate
        key={rateDialog.openCount}
        migration={migration}
        opened={rateDialog.opened}
        onClose={rateDialog.close}
      />
    </>
  )
}
