import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useLoadingForPrint, usePrinting } from './print-context.ts'

const checkpointPath = '/api/workspace/ledger/checkpoint'

/** The newest signed checkpoint; null before the first. */
const useCheckpoint = (enabled: boolean) =>
  useQuery({
    queryKey: ['get', checkpointPath],
    enabled,
    queryFn: async ({ signal }): Promise<string | null> => {
      const reply = await client.GET(checkpointPath, { parseAs: 'text', signal })
      return reply.response.status === 404 ? null : unwrap(Promise.resolve(reply))
    },
  })

const Checkpoint = () => {
  const { t } = useTranslation()
  const checkpoint = useCheckpoint(true)
  const keys = api.useQuery('get', '/api/workspace/ledger/keys', {})
  useLoadingForPrint(checkpoint.isLoading || keys.isLoading)
  const key = keys.data?.ledgerKeys.find(({ purpose, until }) => purpose === 'checkpoint' && until === null)
  if (checkpoint.isError || keys.isError) return <Text size="sm">{t('print.ledgerUnread')}</Text>
  if (checkpoint.data === null) return <Text size="sm">{t('print.unsealed')}</Text>
  return (
    <>
      <Text size="sm">{t('print.ledgerText')}</Text>
      <pre className="print-note">{checkpoint.data}</pre>
      {key && (
        <>
          <Text size="sm">{t('print.key')}</Text>
          <pre className="print-note">{key.vkey}</pre>
        </>
      )}
    </>
  )
}

/** The end of a printed document: the newest checkpoint of the ledger and the key that checks its signature. */
export const PrintLedger = () => {
  const { t } = useTranslation()
  const can = useCan()
  const { isPrepared } = usePrinting()
  const maySee = can('getLedgerCheckpoint') && can('listLedgerKeys')
  return (
    <footer className="print-only print-ledger">
      <Title order={2}>{t('print.ledger')}</Title>
      {!maySee && <Text size="sm">{t('print.ledgerHidden')}</Text>}
      {maySee && !isPrepared && <Text size="sm">{t('print.useButton')}</Text>}
      {maySee && isPrepared && <Checkpoint />}
    </footer>
  )
}
