import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { megabyte } from './migration.ts'

type Quota = Schemas['StorageQuota']

const QuotaDialog = ({ quota, opened, onClose }: { quota: Quota; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('usage')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const { bytes, files } = quota.own
  const form = useForm({ initialValues: { bytes, files, reason: '' } })
  const { reason: _, ...changes } = changesOf(form.getInitialValues(), form.values)
  const change = async (reason: string, header: IfMatch) => {
    await unwrap(client.PATCH('/api/workspace/storage/quota', { params: { header }, body: { ...changes, reason } }))
    await refresh()
  }
  const operatorLimit = quota.operator
  return (
    <ActionDialog
      operation="updateStorageQuota"
      opened={opened}
      onClose={onClose}
      title={t('change')}
      text={t('changeText')}
      submit={t('change')}
      form={form}
      record={quota}
      ready={Object.keys(changes).length > 0}
      missing={common('form.nothingChanged')}
      onSubmit={change}
    >
      <Stack gap="sm">
        <NumberField
          label={t('megabytes')}
          description={t('megabytesHint')}
          min={0}
          {...(operatorLimit.bytes !== null && { max: operatorLimit.bytes / megabyte })}
          data-autofocus
          value={form.values.bytes === null ? '' : form.values.bytes / megabyte}
          onChange={value => form.setFieldValue('bytes', value === '' ? null : Math.round(Number(value) * megabyte))}
          error={form.errors.bytes}
        />
        <NumberField
          label={t('mostFiles')}
          description={t('filesHint')}
          min={0}
          {...(operatorLimit.files !== null && { max: operatorLimit.files })}
          integer
          value={form.values.files ?? ''}
          onChange={value => form.setFieldValue('files', value === '' ? null : Number(value))}
          error={form.errors.files}
        />
      </Stack>
    </ActionDialog>
  )
}

/** A button with a dialog that changes the workspace's own quota. */
export const ChangeQuota = ({ quota }: { quota: Quota }) => {
  const { t } = useTranslation('usage')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('change')}
      </Button>
      <QuotaDialog key={openCount} quota={quota} opened={opened} onClose={close} />
    </>
  )
}
