import { useTranslation } from 'react-i18next'
import { act } from '#web/api/act.ts'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import type { Operation } from '#web/api/session.ts'
import { useHasUnits } from '#web/api/units.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import type { Form } from '#web/ui/form.ts'
import type { BulkAction, BulkValues, Shown } from './bulk-action.ts'

interface Versioned {
  readonly id: string
  readonly etag?: string
}

interface FieldsProps {
  readonly form: Form<BulkValues>
}

type Name = ReasonedOperation & Operation

/** Calls an operation on one record, with the version that the list shows. */
const call = (operation: Name, record: Versioned, body: object, reason: string) =>
  act(operation, Object({ record, body }), reason)

const OwnerField = ({ form }: FieldsProps) => {
  const { t } = useTranslation('lists')
  return (
    <ChooseOne
      label={t('bulk.owner')}
      placeholder={t('bulk.noOwner')}
      offer={{ kind: 'person', status: 'active' }}
      {...form.getInputProps('ownerId')}
    />
  )
}

/** Assigns records to an owner. `bodyOf` returns the request for a record, without the reason. */
export const useAssignAction = <Row extends Versioned>(
  operation: Name,
  bodyOf: (row: Row, ownerId: string | null) => object = (_, ownerId) => ({ ownerId }),
): BulkAction<Row> => {
  const { t } = useTranslation('lists')
  return {
    operation,
    label: t('bulk.assignOpen'),
    title: count => t('bulk.assign', { count }),
    submit: t('bulk.assignOpen'),
    values: { ownerId: '' },
    Fields: OwnerField,
    read: () => ({}),
    perform: (row, _, { ownerId, reason = '' }) => call(operation, row, bodyOf(row, ownerId || null), reason),
  }
}

interface WithStatus extends Versioned {
  readonly status: string
  readonly nextStatuses: readonly string[]
}

/** Retires records whose status allows it. */
export const useRetireAction = <Row extends WithStatus>(operation: Name): BulkAction<Row> => {
  const { t } = useTranslation('lists')
  const whyNot = ({ status, nextStatuses }: Row): Shown => {
    if (status === 'retired') return { whyNot: t('bulk.isRetired') }
    return nextStatuses.includes('retired') ? {} : { whyNot: t('bulk.notNow') }
  }
  return {
    operation,
    status: 'retired',
    label: t('bulk.retireOpen'),
    title: count => t('bulk.retire', { count }),
    text: t('bulk.retireText'),
    submit: t('bulk.retireOpen'),
    danger: true,
    read: whyNot,
    perform: (row, _, { reason = '' }) => call(operation, row, { status: 'retired' }, reason),
  }
}

/** Closes records whose status allows it. */
export const useCloseAction = <Row extends WithStatus>(operation: Name): BulkAction<Row> => {
  const { t } = useTranslation('lists')
  return {
    operation,
    status: 'closed',
    label: t('bulk.closeOpen'),
    title: count => t('bulk.closeRecords', { count }),
    text: t('bulk.closeText'),
    submit: t('bulk.closeOpen'),
    danger: true,
    read: ({ status, nextStatuses }) => {
      if (status === 'closed') return { whyNot: t('bulk.isClosed') }
      return nextStatuses.includes('closed') ? {} : { whyNot: t('bulk.notNow') }
    },
    perform: (row, _, { reason = '' }) => call(operation, row, { status: 'closed' }, reason),
  }
}

const UnitField = ({ form }: FieldsProps) => {
  const { t } = useTranslation()
  return (
    <ChooseOne
      label={t('unit.label')}
      placeholder={t('unit.whole')}
      offer={{ kind: 'unit', status: 'active' }}
      {...form.getInputProps('unitId')}
    />
  )
}

/** Places records in a unit; none in a workspace without units. */
export const usePlaceAction = <Row extends Versioned>(): readonly BulkAction<Row>[] => {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  const hasUnits = useHasUnits()
  if (!hasUnits) return []
  return [
    {
      operation: 'placeRecords',
      label: t('bulk.placeOpen'),
      title: count => t('bulk.place', { count }),
      text: common('unit.moveText'),
      submit: t('bulk.placeOpen'),
      values: { unitId: '' },
      Fields: UnitField,
      read: () => ({}),
      perform: ({ id }, _, { unitId, reason = '' }) =>
        act('placeRecords', { body: { recordIds: [id], unitId: unitId || null } }, reason),
    },
  ]
}
