import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { NewProvisioningToken, ReplaceProvisioningToken } from './provisioning-token-dialogs.tsx'
import { ScimEvents } from './scim-events.tsx'

type Token = Schemas['ListedProvisioningToken']
type NewToken = Schemas['ProvisioningTokenWithText']

/** The tokens with which identity providers send people and groups, and their requests. */
export const Provisioning = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const refresh = useRefresh()
  const [created, setCreated] = useState<NewToken>()
  const pages = usePages('/api/workspace/provisioning-tokens', { query: {} }, page => page.provisioningTokens)
  const columns: readonly Column<Token>[] = [
    { key: 'name', header: t('provisioning.name'), render: token => token.name },
    { key: 'status', header: t('provisioning.status'), render: ({ status }) => <StatusBadge status={status} /> },
    { key: 'expires', header: t('provisioning.expires'), render: token => <Time at={token.expiresAt} />, wide: true },
    {
      key: 'success',
      header: t('provisioning.lastSuccess'),
      render: token => <Time at={token.lastSuccessAt} as="ago" />,
    },
    {
      key: 'request',
      header: t('provisioning.lastRequest'),
      render: token => <Time at={token.lastRequestAt} as="ago" />,
      wide: true,
    },
    {
      key: 'actions',
      header: t('provisioning.actions'),
      align: 'right',
      render: token =>
        token.status !== 'revoked' && can('revokeProvisioningToken') ? (
          <Group gap="xs" justify="flex-end">
            <ReplaceProvisioningToken token={token} onCreated={setCreated} />
            <Act
              operation="revokeProvisioningToken"
              record={token}
              label={t('provisioning.revoke')}
              name={t('provisioning.revokeOf', { name: token.name })}
              text={t('provisioning.revokeText')}
              danger
            />
          </Group>
        ) : null,
    },
  ]
  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  const onStored = () => {
    setCreated(undefined)
    void refresh()
  }
  return (
    <Stack gap="md">
      <PageHeader title={t('provisioning.title')} description={t('provisioning.description')}>
        <NewProvisioningToken onCreated={setCreated} />
      </PageHeader>
      <Section title={t('provisioning.tokens')}>
        <RecordTable
          label={t('provisioning.title')}
          pages={pages}
          columns={columns}
          rowKey={token => token.id}
          empty={<Empty title={t('provisioning.empty')} text={t('provisioning.emptyText')} />}
        />
      </Section>
      <ScimEvents />
      <SecretOnce secret={created?.token} label={t('provisioning.secret')} onStored={onStored}>
        {created && (
          <div>
            <Text size="sm" fw={600}>
              {t('provisioning.baseUrl')}
            </Text>
            <Copyable value={created.baseUrl} />
          </div>
        )}
      </SecretOnce>
    </Stack>
  )
}
