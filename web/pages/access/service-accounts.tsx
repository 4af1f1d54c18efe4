import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { type AccountWithSecret, ClientSecret } from './client-secret.tsx'
import { NewServiceAccount } from './new-service-account.tsx'
import { ScopeSummary } from './scope-fields.tsx'

type Account = Schemas['ListedServiceAccount']

export const ServiceAccounts = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<AccountWithSecret>()
  const pages = usePages('/api/workspace/service-accounts', { query: {} }, page => page.serviceAccounts)

  const onStored = () => {
    const accountId = created?.serviceAccount.id
    setCreated(undefined)
    void refresh()
    if (accountId) void navigate({ to: '/access/service-accounts/$accountId', params: { accountId } })
  }

  const columns: readonly Column<Account>[] = [
    { key: 'name', header: t('accounts.name'), render: account => account.name },
    {
      key: 'clientId',
      header: t('accounts.clientId'),
      render: account => <Copyable value={account.clientId} />,
      wide: true,
    },
    {
      key: 'scopes',
      header: t('accounts.scopes'),
      render: account => (
        <Text span fz="sm" lineClamp={2} maw={360}>
          <ScopeSummary scopes={account.scopes} />
        </Text>
      ),
      wide: true,
    },
    { key: 'used', header: t('accounts.lastUsed'), render: account => <Time at={account.lastUsedAt} as="ago" /> },
    { key: 'status', header: t('accounts.status'), render: account => <StatusBadge status={account.status} /> },
  ]

  const createButton = can('createServiceAccount') && (
    <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={() => setCreating(true)}>
      {t('accounts.new')}
    </Button>
  )
  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('accounts.title')} description={t('accounts.description')}>
        {createButton}
      </PageHeader>
      <RecordTable
        label={t('accounts.title')}
        pages={pages}
        columns={columns}
        rowKey={account => account.id}
        to={account => linkOptions({ to: '/access/service-accounts/$accountId', params: { accountId: account.id } })}
        empty={
          <Empty
            title={t('accounts.empty')}
            text={can('createServiceAccount') ? t('accounts.emptyText') : t('accounts.emptyAsk')}
          />
        }
      />
      <NewServiceAccount opened={isCreating} onClose={() => setCreating(false)} onCreated={setCreated} />
      <ClientSecret account={created} onStored={onStored} />
    </>
  )
}
