import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { EvidenceExport } from './model.ts'

const cancellable: readonly EvidenceExport['status'][] = ['preparing', 'ready']

/** A button to cancel an export: stops its preparation, or removes the bundle. */
export const CancelExport = ({ record: { id, status } }: { record: EvidenceExport }) => {
  const { t } = useTranslation('exports')
  const can = useCan()
  const refresh = useRefresh()
  const opening = useOpening()
  if (!can('cancelEvidenceExport') || !cancellable.includes(status)) return null
  const send = async (reason: string) => {
    const params = { path: { exportId: id } }
    await unwrap(client.POST('/api/workspace/exports/{exportId}/cancel', { params, body: { reason } }))
    await refresh()
  }
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={opening.open}>
        {t('cancel')}
      </Button>
      <ActionDialog
        key={opening.openCount}
        opened={opening.opened}
        onClose={opening.close}
        title={t('cancel')}
        text={t(status === 'ready' ? 'cancelReady' : 'cancelPreparing')}
        submit={t('cancel')}
        danger
        onSubmit={send}
      />
    </>
  )
}
