import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Control } from './model.ts'

interface Props {
  /** The control to edit. Without it, the dialog creates one. */
  readonly control?: Control
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (record: { readonly id: string }) => void
}

const path = '/api/workspace/controls'

/** Creates or edits a control. Mounted again for each opening. */
export const ControlDialog = ({ control, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('frameworks')
  const refresh = useRefresh()
  return (
    <RecordDialog
      operation={control ? 'updateControl' : 'createControl'}
      fields={fields.Control}
      labels={{
        controlKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{
        ownerId: {
          offer: { kind: 'person', status: 'active' },
          placeholder: t('noOwner'),
          selected: control && { id: control.ownerId, name: control.ownerName },
        },
      }}
      record={control}
      extra={{ active: false }}
      opened={opened}
      onClose={onClose}
      title={t(control ? 'controls.editTitle' : 'controls.new')}
      create={async ({ active, ...body }, reason) => {
        const status = active ? 'active' : 'draft'
        const record = await unwrap(client.POST(path, { body: { ...body, status, reason } }))
        await refresh()
        onSaved?.(record)
      }}
      change={async ({ active: _, controlKey: __, ...changes }, reason, header) => {
        const params = { path: { controlId: control?.id ?? '' }, header }
        await unwrap(client.PATCH(`${path}/{controlId}`, { params, body: { ...changes, reason } }))
        await refresh()
      }}
    >
      {form => !control && <Checkbox label={t('activeNow')} {...form.getInputProps('active', { type: 'checkbox' })} />}
    </RecordDialog>
  )
}
