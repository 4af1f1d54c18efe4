import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'

interface Props {
  /** The unit to change. Without it, the dialog creates one. */
  readonly unit?: Schemas['ListedUnit']
  readonly opened: boolean
  readonly onClose: () => void
}

/** Creates or changes a unit. Mounted again for each opening. */
export const UnitDialog = ({ unit, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const refresh = useRefresh()
  return (
    <RecordDialog
      operation={unit ? 'updateUnit' : 'createUnit'}
      fields={fields.Unit}
      labels={{
        unitKey: { label: t('units.key'), hint: t('units.keyHint') },
        title: t('units.name'),
        description: t('units.about'),
      }}
      record={unit}
      opened={opened}
      onClose={onClose}
      title={t(unit ? 'units.change' : 'units.new')}
      create={async (body, reason) => {
        await unwrap(client.POST('/api/workspace/units', { body: { ...body, reason } }))
        await refresh()
      }}
      change={async ({ unitKey: _, ...changes }, reason, header) => {
        const params = { path: { unitId: unit?.id ?? '' }, header }
        await unwrap(client.PATCH('/api/workspace/units/{unitId}', { params, body: { ...changes, reason } }))
        await refresh()
      }}
    />
  )
}
