import { Badge, Button, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { answered, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { useUnits } from '#web/api/units.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

interface DialogProps {
  readonly recordId: string
  readonly unitId: string | null
  readonly opened: boolean
  readonly onClose: () => void
}

const PlaceDialog = ({ recordId, unitId: present, opened, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const form = useForm({ initialValues: { unitId: present ?? '', reason: '' } })
  const offered = useUnits().filter(({ id, status }) => status === 'active' || id === present)
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
      <NativeSelect
        data-autofocus
        label={t('unit.label')}
        data={[{ value: '', label: t('unit.whole') }, ...offered.map(({ id, title }) => ({ value: id, label: title }))]}
        {...form.getInputProps('unitId')}
      />
    </ActionDialog>
  )
}

/** The unit of a record, which administrators change. Nothing where the workspace has no units. */
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
      <PlaceDialog key={time} recordId={recordId} unitId={data.unitId} opened={opened} onClose={close} />
    </>
  )
}

const placed = /^(ger|subreq|gfd|gas|gpl|gqn)_/

export const Placement = ({ recordId }: { recordId: string }) => {
  const units = useUnits()
  return units.length > 0 && placed.test(recordId) ? <Unit recordId={recordId} /> : null
}
