import { Text, Title } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { onePage } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'

type Kind = 'account' | 'guest' | 'token'

const toRow = (kind: Kind, { id, name }: { id: string; name: string }, targetId: string) => ({
  kind,
  id,
  name,
  targetId,
})
type SecretRow = ReturnType<typeof toRow>

interface SecretsResponse {
  readonly serviceAccounts: readonly Schemas['KnownSecret'][]
  readonly guests: readonly Schemas['KnownGuestLink'][]
  readonly provisioningTokens: readonly Schemas['KnownProvisioningToken'][]
}

const toRows = ({ serviceAccounts, guests, provisioningTokens }: SecretsResponse): SecretRow[] => [
  ...serviceAccounts.map(account => toRow('account', account, account.id)),
  ...provisioningTokens.map(token => toRow('token', token, token.id)),
  ...guests.map(guest => toRow('guest', guest, guest.assessmentId)),
]

const linksByKind = {
  account: (accountId: string) => linkOptions({ to: '/access/service-accounts/$accountId', params: { accountId } }),
  token: () => linkOptions({ to: '/access/provisioning' }),
  guest: (assessmentId: string) =>
    linkOptions({ to: '/governance/assessments/$assessmentId', params: { assessmentId } }),
}

/** Secrets that keep working after a person is disabled. An administrator should rotate them. */
export const PersonSecrets = ({ personId }: { personId: string }) => {
  const { t } = useTranslation('access')
  const path = '/api/workspace/people/{personId}/secrets'
  const pages = onePage(api.useQuery('get', path, { params: { path: { personId } } }), toRows)
  const columns: readonly Column<SecretRow>[] = [
    { key: 'name', header: t('secrets.name'), render: ({ name }) => name },
    { key: 'kind', header: t('secrets.kind'), render: ({ kind }) => t(`secrets.kinds.${kind}`) },
  ]
  return (
    <>
      <Title order={2} mt="xl" mb="xs">
        {t('secrets.title')}
      </Title>
      {pages.rows.length > 0 && (
        <Text size="sm" mb="xs">
          {t('secrets.text')}
        </Text>
      )}
      <RecordTable
        label={t('secrets.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ kind, targetId }) => linksByKind[kind](targetId)}
        empty={<Empty title={t('secrets.empty')} />}
      />
    </>
  )
}
