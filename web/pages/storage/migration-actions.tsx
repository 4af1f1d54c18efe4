import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrap, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Operation, useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { type Migration, megabyte, type Step, steps } from './migration.ts'

const path = '/api/workspace/storage-migrations/{migrationId}'

/** A new limit, which takes effect within seconds. */
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

const asked = ['pause', 'resume', 'cancel'] as const satisfies readonly Step[]

type Asked = (typeof asked)[number]

const operations: Readonly<Record<Step, Operation>> = {
  pause: 'pauseStorageMigration',
  resume: 'resumeStorageMigration',
  cancel: 'cancelStorageMigration',
  rate: 'setStorageMigrationRate',
}

/** The buttons of a migration with their dialogs, as its status and the reader's role allow. */
export const MigrationActions = ({ migration }: { migration: Migration }) => {
  const { t } = useTranslation('storage')
  const can = useCan()
  const refresh = useRefresh()
  const [dialog, setDialog] = useState<Asked>()
  const rate = useOpening()
  const offered = (step: Step) => steps[step](migration) && can(operations[step])
  const take = (step: Asked) => async (reason: string, header: IfMatch) => {
    const params = { path: { migrationId: migration.id }, header }
    await unwrap(client.POST(`${path}/${step}`, { params, body: { reason } }))
    await refresh()
  }
  return (
    <>
      {asked.map(
        step =>
          offered(step) && (
            <Button key={step} variant="default" aria-haspopup="dialog" onClick={() => setDialog(step)}>
              {t(`migrations.actions.${step}`)}
            </Button>
          ),
      )}
      {offered('rate') && (
        <Button variant="default" aria-haspopup="dialog" onClick={rate.open}>
          {t('migrations.actions.rate')}
        </Button>
      )}
      {asked.map(step => (
        <ActionDialog
          key={step}
          opened={dialog === step}
          onClose={() => setDialog(undefined)}
          title={t(`migrations.actions.${step}`)}
          text={t(`migrations.texts.${step}`)}
          submit={t(`migrations.actions.${step}`)}
          danger={step === 'cancel'}
          record={migration}
          onSubmit={take(step)}
        />
      ))}
      <ChangeRate key={rate.openCount} migration={migration} opened={rate.opened} onClose={rate.close} />
    </>
  )
}
