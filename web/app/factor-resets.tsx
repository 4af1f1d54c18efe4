import { Alert, Button, Group, Text } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { PersonName } from '#web/ui/person.tsx'
import { Time } from '#web/ui/time.tsx'

/** Second factors that the operator is about to remove. The whole workspace sees them; the person can cancel. */
export const FactorResets = () => {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const { person } = useSession()
  const [error, setError] = useState<unknown>()
  const query = { status: 'open' } as const
  const { data } = api.useQuery('get', '/api/workspace/factor-resets', { params: { query } }, { retry: false })
  const cancel = async () => {
    try {
      setError(undefined)
      await unwrap(client.POST('/api/workspace/account/factor-reset/cancel'))
      await refresh()
    } catch (failure) {
      setError(failure)
    }
  }
  return data?.factorResets.map(({ id, personId, dueAt, reason }) => (
    <Alert key={id} color="red" mb="md" icon={<IconShieldExclamation />} role="alert" title={t('factorReset.title')}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <PersonName id={personId} />: <Time at={dueAt} />. {reason}
        </Text>
        {personId === person.id && (
          <Button size="compact-sm" variant="default" onClick={() => void cancel()}>
            {t('factorReset.cancel')}
          </Button>
        )}
      </Group>
      <Text size="sm">{t(personId === person.id ? 'factorReset.own' : 'factorReset.text')}</Text>
      {error !== undefined && <ErrorNote error={error} />}
    </Alert>
  ))
}
