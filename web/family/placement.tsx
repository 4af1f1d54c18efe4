import { Badge, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { answered, api, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { useHasUnits } from '#web/api/units.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ChooseOne } from './choose.tsx'

interface DialogProps {
  readonly recordId: string
  /** The unit that it belongs to; null means the whole workspace. */
  readonly unit: Schemas['Unit'] | undefined
  readonly opened: boolean
  readonly onClose: () => void
}

const PlaceDialog = ({ recordId, unit, opened, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const present = unit?.id ?? null
  const form = useForm({ initialValues: { unitId: present ?? '', reason: '' } })
  const unitId = form.values.unitId || null
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('unit.move')}
      text={t('unit.moveText')}
      submit={t('unit.move')}
      form={form}
      ready={unitId !== present}
      onSubmit={async reason => {
        await answered(client.POST('/api/workspace/placements', { body: { recordIds: [recordId], unitId, reason } }))
        await refresh()
      }}
    >
      <ChooseOne
        data-autofocus
        label={t('unit.label')}
        none={t('unit.whole')}
        offer={{ kind: 'unit', status: 'active' }}
        known={unit ? [{ value: unit.id, label: unit.title }] : []}
        {...form.getInputProps('unitId')}
      />
    </ActionDialog>
  )
}

/** The unit of a record, which administrators change. Draws nothing if the workspace has no units. */
const Unit = ({ recordId }: { recordId: string }) => {
  const { t } = useTranslation()
  const can = useCan()
  const { time, opened, open, close } = useOpening()
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
      <PlaceDialog key={time} recordId={recordId} unit={data.unit} opened={opened} onClose={close} />
    </>
  )
}

const placed = /^(ger|subreq|gfd|gas|gpl|gqn)_/

export const Placement = ({ recordId }: { recordId: string }) => {
  const hasUnits = useHasUnits()
  return hasUnits && placed.test(recordId) ? <Unit recordId={recordId} /> : null
}
