import { Badge, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { useHasUnits } from '#web/api/units.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ChooseOne } from './choose.tsx'

interface DialogProps {
  readonly recordId: string
  /** The unit of the record; undefined for the whole workspace. */
  readonly unit: Schemas['Unit'] | undefined
  readonly opened: boolean
  readonly onClose: () => void
}

const PlaceDialog = ({ recordId, unit, opened, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const currentId = unit?.id ?? null
  const form = useForm({ initialValues: { unitId: currentId ?? '', reason: '' } })
  const unitId = form.values.unitId || null
  return (
    <ActionDialog
      operation="placeRecords"
      opened={opened}
      onClose={onClose}
      title={t('unit.move')}
      text={t('unit.moveText')}
      submit={t('unit.move')}
      form={form}
      ready={unitId !== currentId}
      missing={t('form.nothingChanged')}
      onSubmit={async reason => {
        await unwrap(client.POST('/api/workspace/placements', { body: { recordIds: [recordId], unitId, reason } }))
        await refresh()
      }}
    >
      <ChooseOne
        data-autofocus
        label={t('unit.label')}
        placeholder={t('unit.whole')}
        offer={{ kind: 'unit', status: 'active' }}
        labels={unit ? [{ value: unit.id, label: unit.title }] : []}
        {...form.getInputProps('unitId')}
      />
    </ActionDialog>
  )
}

/** Shows the unit of a record, which administrators can change. */
const Unit = ({ recordId }: { recordId: string }) => {
  const { t } = useTranslation()
  const can = useCan()
  const { openCount, opened, open, close } = useOpening()
  const params = { path: { recordId } }
  const { data } = api.useQuery('get', '/api/workspace/placements/{recordId}', { params })
  if (!data) return null
  const name = data.unit?.title ?? t('unit.whole')
  if (data.follows || !can('placeRecords'))
    return (
      <Badge variant="default" tt="none" fw={400}>
        {name}
      </Badge>
    )
  return (
    <>
      <Button size="compact-xs" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('unit.of', { unit: name })}
      </Button>
      <PlaceDialog key={openCount} recordId={recordId} unit={data.unit} opened={opened} onClose={close} />
    </>
  )
}

const recordWithUnit = /^(ger|subreq|gfd|gas|gpl|gqn)_/

/** The unit of a record. Shows nothing if the workspace has no units or the record cannot have one. */
export const Placement = ({ recordId }: { recordId: string }) => {
  const hasUnits = useHasUnits()
  return hasUnits && recordWithUnit.test(recordId) ? <Unit recordId={recordId} /> : null
}
