import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { Act } from '#web/ui/act.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import type { RiskDetail } from './model.ts'

type LinkedControl = RiskDetail['controls'][number]

const isOpen = ({ status }: RiskDetail): boolean => status !== 'accepted' && status !== 'closed'

/** A button with a dialog that links another control to the risk. */
export const LinkControl = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const form = useForm({ initialValues: { controlId: '', reason: '' } })
  const { controlId } = form.values
  if (!isOpen(risk)) return null
  return (
    <Act
      operation="addRiskControl"
      record={risk}
      body={{ controlId }}
      label={t('controls.link')}
      size="xs"
      dialog={{ form, ready: controlId !== '' }}
    >
      <ChooseOne
        data-autofocus
        required
        label={t('controls.control')}
        offer={{ kind: 'control' }}
        exclude={risk.controls.map(({ controlId }) => controlId)}
        placeholder={t('controls.choose')}
        {...form.getInputProps('controlId')}
      />
    </Act>
  )
}

/** The controls that treat a risk, each with its coverage by proof. */
export const RiskControls = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const { t: common } = useTranslation()
  const can = useCan()
  if (risk.controls.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('controls.none')}
      </Text>
    )
  const mayRemove = can('removeRiskControl') && isOpen(risk)
  const columns: readonly Column<LinkedControl>[] = [
    {
      key: 'control',
      header: t('controls.control'),
      render: ({ controlId, controlKey, title }) => (
        <RecordLink id={controlId} fw={550}>
          <code>{controlKey}</code> {title}
        </RecordLink>
      ),
    },
    { key: 'state', header: t('controls.proof'), render: ({ state }) => <StatusBadge status={state} /> },
    {
      key: 'actions',
      header: common('actions.actions'),
      align: 'right',
      render: control =>
        mayRemove && (
          <Act
            operation="removeRiskControl"
            record={risk}
            path={{ riskId: risk.id, controlId: control.controlId }}
            label={t('controls.unlink')}
            name={t('controls.unlinkOne', { title: control.title })}
            title={t('controls.unlink')}
            text={t('controls.unlinkText', { title: control.title })}
          />
        ),
    },
  ]
  return (
    <DataTable
      label={t('controls.title')}
      columns={columns}
      rows={risk.controls}
      rowKey={({ controlId }) => controlId}
    />
  )
}
