import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { PersonName } from '#web/ui/person.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Destruction = Schemas['StorageKeyDestruction']

const path = '/api/workspace/storage-keys/destruction'

const RequestFacts = ({ destruction }: { destruction: Destruction }) => {
  const { t } = useTranslation('keys')
  const { status, reason, askedBy, askedAt, expiresAt, endedBy, endedAt } = destruction
  return (
    <FactList
      entries={[
        [t('status'), <StatusBadge key="status" status={status} />],
        [t('destruction.askedBy'), <PersonName key="by" id={askedBy} />],
        [t('destruction.askedAt'), <Time key="at" at={askedAt} />],
        [t('destruction.reason'), reason],
        [t('destruction.expiresAt'), status === 'asked' && <Time key="expires" at={expiresAt} />],
        [t('destruction.endedBy'), endedBy && <PersonName key="ended" id={endedBy} />],
        [t('destruction.endedAt'), endedAt && <Time key="endedAt" at={endedAt} />],
      ]}
    />
  )
}

type Step = 'ask' | 'confirm' | 'withdraw'

/** Destroys all keys: one administrator requests it, and another confirms. */
export const KeyDestruction = () => {
  const { t } = useTranslation('keys')
  const { person } = useSession()
  const { data } = api.useQuery('get', path)
  const keys = api.useQuery('get', '/api/workspace/storage-keys', { params: { query: { limit: 1 } } })
  const hasKeys = (keys.data?.storageKeys.length ?? 0) > 0
  const destruction = data?.destruction
  const openRequest =
    destruction?.status === 'asked' && Date.parse(destruction.expiresAt) > Date.now() ? destruction : undefined

  const propsOf = (step: Step) => ({
    label: t(`destruction.${step}`),
    text: t(`destruction.${step}Text`),
    ...(step !== 'withdraw' && { danger: true, variant: 'outline', color: 'red' }),
  })
  const isOwn = openRequest?.askedBy === person.id

  return (
    <Section title={t('destruction.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('destruction.text')}</Text>
        {keys.data && !hasKeys && <Text size="sm">{t('destruction.noKeys')}</Text>}
        {destruction && <RequestFacts destruction={destruction} />}
        {openRequest && isOwn && <Text size="sm">{t('destruction.another')}</Text>}
        {data && (
          <Group gap="xs">
            {!openRequest && hasKeys && <Act operation="askStorageKeyDestruction" {...propsOf('ask')} />}
            {openRequest && !isOwn && (
              <Act
                operation="confirmStorageKeyDestruction"
                body={{ destructionId: openRequest.id }}
                {...propsOf('confirm')}
              />
            )}
            {openRequest && <Act operation="withdrawStorageKeyDestruction" {...propsOf('withdraw')} />}
          </Group>
        )}
      </Stack>
    </Section>
  )
}
