import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Time } from '#web/ui/time.tsx'
import { isStoreCode, useProbeName } from './probes.tsx'

const path = '/api/workspace/storage-bindings/{bindingId}/deviations'
const pollingMs = 15_000

type Deviation = Schemas['StorageDeviation']

/** The open deviations of a binding: when each began, its effect, and what to do. */
export const Deviations = ({ bindingId }: { bindingId: string }) => {
  const { t } = useTranslation('storage')
  const nameOf = useProbeName()
  const params = { path: { bindingId }, query: { limit: 50 } }
  const { data } = api.useQuery('get', path, { params }, { refetchInterval: pollingMs })
  const openDeviations = data?.deviations.filter(({ status }) => status === 'open') ?? []
  const titleOf = ({ check }: Deviation) => (check === 'round-trip' ? t('deviations.roundTrip') : nameOf(check))
  const adviceOf = ({ check, code }: Deviation) => {
    if (check === 'not-public') return t('probes.notPublic')
    return isStoreCode(code) ? t(`probes.codes.${code}`) : t('deviations.other')
  }
  return openDeviations.map(deviation => (
    <Alert
      key={deviation.id}
      color={deviation.stops === 'nothing' ? 'yellow' : 'red'}
      role="alert"
      icon={<IconAlertTriangle />}
      title={titleOf(deviation)}
    >
      <Stack gap={4}>
        <Text size="sm">{t(`deviations.stops.${deviation.stops}`)}</Text>
        <Text size="sm">{adviceOf(deviation)}</Text>
        <Text size="xs">
          {t('deviations.since')} <Time at={deviation.since} /> ·{' '}
          {t('deviations.failures', { count: deviation.failures })}
        </Text>
      </Stack>
    </Alert>
  ))
}
