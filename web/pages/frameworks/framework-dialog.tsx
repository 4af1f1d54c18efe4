import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Framework } from './model.ts'

interface Props {
  /** The framework to edit. Without it, the dialog creates one. */
  readonly framework?: Framework
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (record: { readonly id: string }) => void
}

const path = '/api/workspace/frameworks'

/** Creates or edits a framework. Mounted again for each opening. */
export const FrameworkDialog = ({ framework, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('frameworks')
  const refresh = useRefresh()
  return (
    <RecordDialog
      operation={framework ? 'updateFramework' : 'createFramework'}
      fields={fields.Framework}
      labels={{
        frameworkKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        version: t('framework.version'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{
        ownerId: {
          offer: { kind: 'person', status: 'active' },
          placeholder: t('noOwner'),
          selected: framework && { id: framework.ownerId, name: framework.ownerName },
        },
      }}
      record={framework}
      extra={{ active: false }}
      opened={opened}
      onClose={onClose}
      title={t(framework ? 'framework.editTitle' : 'framework.new')}
      create={async ({ active, ...body }, reason) => {
        const status = active ? 'active' : 'draft'
        const record = await unwrap(client.POST(path, { body: { ...body, status, reason } }))
        await refresh()
        onSaved?.(record)
      }}
      change={async ({ active: _, frameworkKey: __, ...changes }, reason, header) => {
        const params = { path: { frameworkId: framework?.id ?? '' }, header }
        await unwrap(client.PATCH(`${path}/{frameworkId}`, { params, body: { ...changes, reason } }))
        await refresh()
      }}
    >
      {form =>
        !framework && <Checkbox label={t('activeNow')} {...form.getInputProps('active', { type: 'checkbox' })} />
      }
    </RecordDialog>
  )
}
