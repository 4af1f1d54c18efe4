import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { KeyDestruction } from './key-destruction.tsx'
import { KeyProviderForm } from './key-provider-form.tsx'

type StorageKey = Schemas['StorageKey']

const ProviderSection = ({ provider }: { provider: Schemas['StorageKeyProvider'] }) => {
  const { t } = useTranslation('keys')
  const { state, code, since } = provider
  return (
    <Stack gap="sm">
      {state === 'unavailable' && (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('unavailable')} role="alert">
          {t('unavailableText')}
        </Alert>
      )}
      <FactList
        entries={[
          [t('heldBy'), t(`kind.${provider.kind}`)],
          [t('address'), provider.address],
          [t('mount'), provider.mount],
          [t('keyName'), provider.keyName],
          [t('namespace'), provider.namespace],
          [t('state'), <StatusBadge key="state" status={state} />],
          [t('code'), code && <code key="code">{code}</code>],
          [t('since'), since && <Time key="since" at={since} />],
        ]}
      />
    </Stack>
  )
}

const Generations = () => {
  const { t } = useTranslation('keys')
  const pages = usePages('/api/workspace/storage-keys', { query: {} }, page => page.storageKeys)
  const columns: readonly Column<StorageKey>[] = [
    { key: 'generation', header: t('generation'), render: key => key.generation },
    { key: 'status', header: t('status'), render: key => <StatusBadge status={key.status} /> },
    { key: 'provider', header: t('heldBy'), render: key => t(`kind.${key.provider}`), wide: true },
    { key: 'created', header: t('created'), render: key => <Time at={key.createdAt} /> },
    {
      key: 'destroyed',
      header: t('destroyed'),
      render: key => (key.destroyedAt ? <Time at={key.destroyedAt} /> : '–'),
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={t('generations')}
      pages={pages}
      columns={columns}
      rowKey={key => key.id}
      empty={<Empty title={t('none')} text={t('noneText')} />}
    />
  )
}

/** The keys that encrypt files before they leave the install, and the provider that wraps them. */
export const StorageKeys = () => {
  const { t } = useTranslation('keys')
  const can = useCan()
  const providerDialog = useOpening()
  const query = api.useQuery('get', '/api/workspace/storage-key-provider')
  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Lines />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        <Act
          operation="createStorageKey"
          label={t('make')}
          text={t('makeText')}
          variant="filled"
          leftSection={<IconPlus size={16} aria-hidden />}
        />
      </PageHeader>
      <Stack>
        <Section
          title={t('holder')}
          actions={
            can('setStorageKeyProvider') && (
              <Button variant="default" size="xs" aria-haspopup="dialog" onClick={providerDialog.open}>
                {t('change')}
              </Button>
            )
          }
        >
          <ProviderSection provider={query.data.storageKeyProvider} />
        </Section>
        <Section title={t('generations')}>
          <Generations />
        </Section>
        <KeyDestruction />
      </Stack>
      <KeyProviderForm
        key={providerDialog.openCount}
        settings={query.data}
        opened={providerDialog.opened}
        onClose={providerDialog.close}
      />
    </>
  )
}
