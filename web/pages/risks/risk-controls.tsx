import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { RiskDetail } from './model.ts'

type LinkedControl = RiskDetail['controls'][number]

const isOpen = ({ status }: RiskDetail): boolean => status !== 'accepted' && status !== 'closed'

const LinkDialog = ({ risk, opened, onClose }: { risk: RiskDetail; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('risks')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { controlId: '', reason: '' } })
  return (
    <ActionDialog
      operation="addRiskControl"
      opened={opened}
      onClose={onClose}
      title={t('controls.link')}
      submit={t('controls.link')}
      form={form}
      record={risk}
      ready={form.values.controlId !== ''}
      onSubmit={async (reason, header) => {
        const body = { controlId: form.values.controlId, reason }
        const params = { path: { riskId: risk.id }, header }
        await unwrap(client.POST('/api/workspace/risks/{riskId}/controls', { params, body }))
        await refresh()
      }}
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
    </ActionDialog>
  )
}

/** A button with a dialog that links another control to the risk. */
export const LinkControl = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const can = useCan()
  const { openCount, opened, open, close } = useOpening()
  if (!can('addRiskControl') || !isOpen(risk)) return null
  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('controls.link')}
      </Button>
      <LinkDialog key={openCount} risk={risk} opened={opened} onClose={close} />
    </>
  )
}

/** The controls that treat a risk, each with its coverage by proof. */
export const RiskControls = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const { t: common } = useTranslation()
  const can = useCan()
  const refresh = useRefresh()
  const [controlToUnlink, setControlToUnlink] = useState<LinkedControl>()
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
      render: ({ controlKey, title }) => (
        <>
          <code>{controlKey}</code> {title}
        </>
      ),
    },
    { key: 'state', header: t('status'), render: ({ state }) => <StatusBadge status={state} /> },
    {
      key: 'actions',
      header: common('actions.actions'),
      align: 'right',
      render: control =>
        mayRemove && (
          <Button
            size="compact-xs"
            variant="default"
            aria-haspopup="dialog"
            aria-label={t('controls.unlinkOne', { title: control.title })}
            onClick={() => setControlToUnlink(control)}
          >
            {t('controls.unlink')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <DataTable
        label={t('controls.title')}
        columns={columns}
        rows={risk.controls}
        rowKey={({ controlId }) => controlId}
      />
      <ActionDialog
        operation="removeRiskControl"
        opened={controlToUnlink !== undefined}
        onClose={() => setControlToUnlink(undefined)}
        title={t('controls.unlink')}
        about={controlToUnlink?.controlId}
        text={controlToUnlink && t('controls.unlinkText', { title: controlToUnlink.title })}
        submit={t('controls.unlink')}
        record={risk}
        onSubmit={async (reason, header) => {
          const path = { riskId: risk.id, controlId: controlToUnlink?.controlId ?? '' }
          const params = { path, header }
          await unwrap(
            client.DELETE('/api/workspace/risks/{riskId}/controls/{controlId}', { params, body: { reason } }),
          )
          await refresh()
        }}
      />
    </>
  )
}
