import { Button, Grid, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { CodeBlock, Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { tokenCommand } from '#web/ui/token-command.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { ChangeServiceAccount } from './change-service-account.tsx'
import { type AccountWithSecret, ClientSecret } from './client-secret.tsx'
import { ScopeSummary } from './scope-fields.tsx'
import { useWebhooksOf, WebhooksOfAccount } from './webhooks-of-account.tsx'

const route = getRouteApi('/app/access/service-accounts/$accountId')

export const ServiceAccountPage = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const can = useCan()
  const { accountId } = route.useParams()
  const changeDialog = useOpening()
  const [accountWithSecret, setAccountWithSecret] = useState<AccountWithSecret>()
  const params = { path: { accountId } }
  const query = api.useQuery('get', '/api/workspace/service-accounts/{accountId}', { params })
  const account = query.data
  const webhooks = useWebhooksOf(accountId)
  const activeWebhooks = webhooks?.filter(({ status }) => status === 'active').length ?? 0

  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!account) return <Lines />
  const isActive = account.status === 'active'
  return (
    <>
      <PageHeader
        title={account.name}
        titleExtra={<StatusBadge status={account.status} />}
        back={
          <AnchorLink to="/access/service-accounts" fz="sm">
            {t('accounts.title')}
          </AnchorLink>
        }
      >
        {can('updateServiceAccount') && (
          <Button variant="default" aria-haspopup="dialog" onClick={changeDialog.open}>
            {t('accounts.change')}
          </Button>
        )}
        <Act
          operation="rotateServiceAccountSecret"
          record={account}
          label={t('accounts.rotate')}
          text={`${t('accounts.rotateText')} ${webhooks?.length ? t('accounts.rotateWebhooks', { count: webhooks.length }) : ''}`}
          danger
          onDone={setAccountWithSecret}
        />
        {isActive ? (
          <Act
            key="disable"
            operation="disableServiceAccount"
            record={account}
            label={t('accounts.disable')}
            text={`${t('accounts.disableText')} ${t('accounts.disableWebhooks', { count: activeWebhooks })}`}
            danger
          />
        ) : (
          <Act
            key="enable"
            operation="enableServiceAccount"
            record={account}
            label={t('accounts.enable')}
            text={t('accounts.enableText')}
          />
        )}
      </PageHeader>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('accounts.facts')}>
            <FactList
              entries={[
                [t('accounts.clientId'), <Copyable key="client" value={account.clientId} />],
                [t('accounts.scopes'), <ScopeSummary key="scopes" scopes={account.scopes} />],
                [t('accounts.findingSources'), account.findingSources?.join(', ')],
                [t('accounts.lastUsed'), <Time key="used" at={account.lastUsedAt} />],
                [t('accounts.rotatedAt'), <Time key="rotated" at={account.secretRotatedAt} />],
                [t('accounts.createdAt'), <Time key="created" at={account.createdAt} />],
              ]}
              details={[[common('record.id'), <Copyable key="id" value={account.id} />]]}
            />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('accounts.takeToken')}>
            <CodeBlock text={tokenCommand(account.clientId, '"$CLIENT_SECRET"')} label={t('accounts.tryIt')} />
            <AnchorLink to="/connect" fz="sm">
              {t('accounts.more')}
            </AnchorLink>
          </Section>
        </Grid.Col>
      </Grid>
      <WebhooksOfAccount accountId={accountId} />
      {can('listAuditEvents') && (
        <Stack mt="md">
          <RecentAudit title={t('accounts.trail')} filter={{ actorId: accountId }} />
          <RecentAudit filter={{ resourceId: accountId }} count={4} />
        </Stack>
      )}
      <ChangeServiceAccount
        key={changeDialog.openCount}
        account={account}
        opened={changeDialog.opened}
        onClose={changeDialog.close}
      />
      <ClientSecret account={accountWithSecret} onStored={() => setAccountWithSecret(undefined)} />
    </>
  )
}
