import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { unwrap, api, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan, useSession } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { WaitingRequest } from '#web/family/second-person.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ClientAddresses } from './client-addresses.tsx'
import { ClientKeys } from './client-keys.tsx'
import { GroupRules } from './group-rules.tsx'
import { ProviderForm } from './provider-form.tsx'
import { SignOnDomains } from './sign-on-domains.tsx'

const ProviderFacts = ({ provider }: { provider: Schemas['IdentityProvider'] }) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const { organization } = useSession()
  const signInHere = `${location.origin}/sign-in?${new URLSearchParams({ organization: organization.slug })}`
  const usesDefault = provider.createPeople || provider.withoutGroup === 'default_role'
  const byKey = provider.clientAuthentication === 'private_key_jwt'
  const offered = provider.endsSessions ? 'signOn.yes' : 'signOn.notOffered'
  const signsOut = provider.signOutAtProvider ? offered : 'signOn.no'
  return (
    <Facts
      entries={[
        [t('signOn.signInHere'), <Copyable key="here" value={signInHere} />],
        [t('signOn.name'), provider.name],
        [t('signOn.issuer'), <Copyable key="issuer" value={provider.issuer} />],
        [t('signOn.clientId'), <Copyable key="client" value={provider.clientId} />],
        [t('signOn.clientAuthentication'), t(`signOn.authentication.${provider.clientAuthentication}`)],
        [t('signOn.assertionAudience'), byKey && t(`signOn.audience.${provider.assertionAudience}`)],
        [t('signOn.addressesVerified'), t(provider.addressesVerified ? 'signOn.yes' : 'signOn.no')],
        [t('signOn.acceptedAcr'), provider.acceptedAcr.join(', ')],
        [t('signOn.acceptedAmr'), provider.acceptedAmr.join(', ')],
        [t('signOn.signOutAtProvider'), t(signsOut)],
        [t('signOn.maxAge'), provider.maxAgeMinutes],
        [t('groups.claim'), <Copyable key="claim" value={provider.groupsClaim} />],
        [t('groups.scope'), provider.groupsScope],
        [t('groups.without'), t(`groups.withoutGroup.${provider.withoutGroup}`)],
        [t('groups.mapPeople'), t(`groups.mapping.${provider.mapPeople}`)],
        [t('signOn.createPeople'), t(provider.createPeople ? 'signOn.yes' : 'signOn.no')],
        [t('signOn.defaultRole'), usesDefault && common(`role.${provider.defaultRole}`)],
        [t('signOn.updatedAt'), <Time key="updated" at={provider.updatedAt} />],
      ]}
    />
  )
}

export const SingleSignOn = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const refresh = useRefresh()
  const changing = useOpening()
  const [removing, removal] = useDisclosure()
  const read = api.useQuery('get', '/api/workspace/identity-provider')
  const remove = async (reason: string, header: IfMatch) => {
    await unwrap(client.DELETE('/api/workspace/identity-provider', { params: { header }, body: { reason } }))
    await refresh()
  }
  if (read.error) return <ReadFailure error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <Lines />
  const { identityProvider: provider, openRequestId: waiting } = read.data
  return (
    <>
      <PageHeader title={t('signOn.title')} description={t('signOn.description')}>
        {provider && !waiting && can('removeIdentityProvider') && (
          <Button variant="default" aria-haspopup="dialog" onClick={removal.open}>
            {t('signOn.remove')}
          </Button>
        )}
        {!waiting && can('setIdentityProvider') && (
          <Button aria-haspopup="dialog" onClick={changing.open}>
            {t(provider ? 'signOn.change' : 'signOn.setUp')}
          </Button>
        )}
      </PageHeader>
      {waiting && <WaitingRequest requestId={waiting} />}
      <Stack>
        {provider ? (
          <>
            <ClientAddresses client={read.data.client} />
            <ProviderFacts provider={provider} />
            <ClientKeys provider={provider} record={read.data} />
            <SignOnDomains domains={provider.domains} record={read.data} />
          </>
        ) : (
          <Empty title={t('signOn.none')} text={t('signOn.noneText')}>
            <ClientAddresses client={read.data.client} />
          </Empty>
        )}
        {/* SCIM sends groups without a provider, too. */}
        {can('getGroupRules') && <GroupRules />}
      </Stack>
      <ProviderForm key={changing.openCount} read={read.data} opened={changing.opened} onClose={changing.close} />
      <ActionDialog
        opened={removing}
        onClose={removal.close}
        title={t('signOn.remove')}
        text={t('signOn.removeText')}
        submit={t('signOn.requestRemoval')}
        danger
        record={read.data}
        onSubmit={remove}
      />
    </>
  )
}
