import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onStarted: (id: string) => void
}

/** The dialog that starts a comparison of every row with its sealed version. */
export const VerifyTrail = ({ opened, onClose, onStarted }: Props) => {
  const { t } = useTranslation('trails')
  const refresh = useRefresh()
  const send = async (reason: string) => {
    const { id } = await unwrap(client.POST('/api/workspace/audit/verify', { body: { reason } }))
    onStarted(id)
    await refresh()
  }
  return (
    <ActionDialog
      operation="requestLedgerVerification"
      opened={opened}
      onClose={onClose}
      title={t('proof.verify')}
      text={t('proof.verifyText')}
      submit={t('proof.verify')}
      onSubmit={send}
    />
  )
}
