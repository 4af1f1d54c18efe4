import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldHalf, IconShieldSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { useFormat } from '#web/ui/display.ts'
import { useJoinNames } from '#web/ui/join-names.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time, useFormatTime } from '#web/ui/time.tsx'
import { usePlaceName } from './ledger-places.ts'
import { FindingText, VerificationProgress } from './verification.tsx'

type Overview = Schemas['LedgerOverview']

const pollingMs = 10_000

/** The time up to which external places could contradict the operator of this install. */
const ProvedUntil = ({ overview: { provedUntil, places } }: { overview: Overview }) => {
  const { t } = useTranslation('trails')
  const format = useFormatTime()
  const nameOf = usePlaceName()
  const joinNames = useJoinNames()
  const holders = places.filter(({ heldAt }) => heldAt !== null).map(({ place }) => nameOf(place))
  if (provedUntil === null || holders.length === 0) return <Text size="sm">{t('proof.unwitnessed')}</Text>
  return <Text size="sm">{t('proof.proved', { until: format(provedUntil), holders: joinNames(holders) })}</Text>
}

const SealedUntil = ({ overview: { sealedUntil, size, stoppedAt } }: { overview: Overview }) => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const format = useFormatTime()
  if (stoppedAt !== null)
    return (
      <Text size="sm" c="red" role="alert">
        {t('proof.stopped', { since: format(stoppedAt) })}
      </Text>
    )
  if (sealedUntil === null) return <Text size="sm">{t('proof.nothing')}</Text>
  const rows = number(size)
  return <Text size="sm">{t('proof.sealed', { until: format(sealedUntil), rows, count: size })}</Text>
}

const AlterationAlert = ({ finding }: { finding: Schemas['LedgerFinding'] }) => {
  const { t } = useTranslation('trails')
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('proof.altered')}>
      <Text size="sm">{t('proof.alteredText')}</Text>
      <Text size="sm">
        <FindingText finding={finding} />
      </Text>
    </Alert>
  )
}

/** Shows how much of the trail is sealed, which external places could contradict it, and the last verification. */
export const TrailProof = () => {
  const { t } = useTranslation('trails')
  const [run, setRun] = useState<string>()
  const { data } = api.useQuery('get', '/api/workspace/ledger', {}, { refetchInterval: pollingMs })
  if (!data) return <Lines />
  const { firstAltered, lastVerified } = data
  const Icon = data.provedUntil === null ? IconShieldHalf : IconShieldSearch
  return (
    <Stack gap="sm" mb="md">
      {firstAltered !== null && <AlterationAlert finding={firstAltered} />}
      <Paper component="section" withBorder p="sm" aria-label={t('proof.title')}>
        <Group justify="space-between" align="flex-start" gap="sm">
          <Group align="flex-start" gap="sm" wrap="nowrap" flex="1 1 20rem">
            <Icon size={20} aria-hidden className="fixed-size" />
            <Stack gap={2} miw={0}>
              <SealedUntil overview={data} />
              <ProvedUntil overview={data} />
              <Text size="sm" c="dimmed">
                {lastVerified === null
                  ? t('proof.neverVerified')
                  : t(firstAltered ? 'proof.foundAltered' : 'proof.sound')}{' '}
                {lastVerified !== null && (
                  <>
                    <Time at={lastVerified} as="ago" />.
                  </>
                )}
              </Text>
            </Stack>
          </Group>
          <Group gap="xs" className="no-print">
            <AnchorLink to="/trails/ledger" fz="sm">
              {t('ledger.title')}
            </AnchorLink>
            <Act
              operation="requestLedgerVerification"
              label={t('proof.verify')}
              text={t('proof.verifyText')}
              size="xs"
              done={t('proof.verifying')}
              onDone={({ id }) => setRun(id)}
            />
          </Group>
        </Group>
        {run && <VerificationProgress id={run} />}
      </Paper>
    </Stack>
  )
}
