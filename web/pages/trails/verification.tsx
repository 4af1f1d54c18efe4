import { Alert, List, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

type Verification = Schemas['LedgerVerification']

const pollingMs = 1000

/** Describes a mismatch and its location. */
export const FindingText = ({ finding }: { finding: Schemas['LedgerFinding'] }) => {
  const { t } = useTranslation('trails')
  const { kind, eventId, leafIndex, table, recordId, column } = finding
  return (
    <>
      {t(`verification.kind.${kind}`)} <code>{eventId ?? recordId ?? leafIndex}</code>
      {table && ` (${[table, column].filter(Boolean).join('.')})`}
    </>
  )
}

const Findings = ({ findings }: Pick<Verification, 'findings'>) => {
  const { t } = useTranslation('trails')
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('verification.altered')}>
      <List size="sm">
        {findings.map(finding => (
          <List.Item key={Object.values(finding).join(' ')}>
            <FindingText finding={finding} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** The progress of a verification in rows, and then its result. */
export const VerificationProgress = ({ id }: { id: string }) => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const refresh = useRefresh()
  const { data, error } = api.useQuery(
    'get',
    '/api/workspace/ledger/verifications/{verificationId}',
    { params: { path: { verificationId: id } } },
    { refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : pollingMs) },
  )
  const status = data?.status
  // The result changes the rest of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the verification ends
  useEffect(() => {
    if (status && status !== 'running') void refresh()
  }, [status])
  if (error) return <ErrorNote error={error} />
  if (!data) return null
  const { rows, size, records, findings, checkpoints } = data
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((rows / size) * 100))
  const counts = { rows: number(rows), size: number(size), records: number(records), checkpoints }
  return (
    <Stack gap="xs" mt="sm" role="status">
      {status === 'running' && (
        <>
          <Progress value={percent} animated aria-label={t('verification.percent', { percent })} />
          <Text size="sm">{t('verification.running', counts)}</Text>
        </>
      )}
      {status === 'sound' && <Text size="sm">{t('verification.sound', counts)}</Text>}
      {status === 'altered' && <Findings findings={findings} />}
    </Stack>
  )
}
