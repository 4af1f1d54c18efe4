import { Alert, NativeSelect, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import type { Binding } from './binding.ts'
import { type Migration, megabyte } from './migration.ts'
import { useBindings } from './use-bindings.ts'
import { useDuration } from './use-duration.ts'

const usableStatuses: readonly Binding['status'][] = ['validated', 'active', 'draining']

const path = '/api/workspace/storage-migrations'

type Estimate = Schemas['StorageMigrationEstimate']

/** Counts the files first, and starts the migration at the second submit. */
export const StartMigration = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const refresh = useRefresh()
  const navigate = useNavigate()
  const formatBytes = useFormatBytes()
  const durationOf = useDuration()
  const bindings = useBindings().filter(({ status }) => usableStatuses.includes(status))
  const [estimate, setEstimate] = useState<{ readonly planKey: string; readonly result: Estimate }>()
  const form = useForm({
    initialValues: {
      sourceId: '',
      targetId: '',
      mode: 'move' as Migration['mode'],
      bytesPerSecond: 20 * megabyte,
      holdHours: 168,
      reason: '',
    },
  })
  const { reason: _, ...plan } = form.values
  const { sourceId, targetId, mode, bytesPerSecond, holdHours } = plan
  const isComplete = sourceId !== '' && targetId !== '' && sourceId !== targetId
  const planKey = JSON.stringify(plan)
  const currentEstimate = estimate?.planKey === planKey ? estimate.result : undefined

  const choices = (otherId: string) => [
    { value: '', label: t('migrations.choose') },
    ...bindings.map(({ id, name }) => ({ value: id, label: name, disabled: id === otherId })),
  ]
  const send = async (trimmedReason: string): Promise<'stay' | undefined> => {
    const body = { ...plan, reason: trimmedReason, ...(!currentEstimate && { dryRun: true }) }
    const response = await unwrap(client.POST(path, { body }))
    if ('dryRun' in response) {
      setEstimate({ planKey, result: response })
      return 'stay'
    }
    await refresh()
    void navigate({ to: '/storage/migrations/$migrationId', params: { migrationId: response.id } })
    return undefined
  }
  return (
    <ActionDialog
      operation="startStorageMigration"
      opened={opened}
      onClose={onClose}
      title={t('migrations.start')}
      text={t('migrations.startText')}
      submit={t(currentEstimate ? 'migrations.start' : 'migrations.count')}
      form={form}
      ready={isComplete}
      onSubmit={send}
      size="lg"
    >
      <NativeSelect
        label={t('migrations.source')}
        required
        data={choices(targetId)}
        data-autofocus
        {...form.getInputProps('sourceId')}
      />
      <NativeSelect
        label={t('migrations.target')}
        required
        data={choices(sourceId)}
        {...form.getInputProps('targetId')}
      />
      <Radio.Group label={t('migrations.mode')} {...form.getInputProps('mode')}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="move"
            label={t('migrations.modes.move')}
            description={t('migrations.moveText', { hours: holdHours })}
          />
          <Radio value="copy" label={t('migrations.modes.copy')} description={t('migrations.copyText')} />
        </Stack>
      </Radio.Group>
      <NumberField
        label={t('migrations.rate')}
        description={t('migrations.rateHint')}
        min={0.1}
        max={10_000}
        unit="MB/s"
        value={bytesPerSecond / megabyte}
        onChange={value => form.setFieldValue('bytesPerSecond', Math.round(Number(value) * megabyte))}
        error={form.errors.bytesPerSecond}
      />
      {mode === 'move' && (
        <NumberField
          label={t('migrations.hold')}
          description={t('migrations.holdHint')}
          min={1}
          max={8760}
          integer
          {...form.getInputProps('holdHours')}
        />
      )}
      {currentEstimate && (
        <Alert color="blue" role="status" title={t('migrations.counted')}>
          {t('migrations.estimate', {
            count: currentEstimate.items,
            bytes: formatBytes(currentEstimate.bytes),
            duration: durationOf(currentEstimate.seconds),
          })}
        </Alert>
      )}
    </ActionDialog>
  )
}
