import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan, useSession } from '#web/api/session.ts'
import { WaitingRequest } from '#web/family/second-person.tsx'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ClientAddresses } from './client-addresses.tsx'
import { ClientKeys } from './client-keys.tsx'
import { GroupRules } from './group-rules.tsx'
import { ProviderForm } from './provider-form.tsx'
import { SignOnDomains } from './sign-on-domains.tsx'

type Provider = Schemas['IdentityProvider']

/** Shows whether single sign-on works: which addresses lead to the provider, and which domains are not verified. */
const SignOnSummary = ({ provider: { name, domains } }: { provider: Provider }) => {
  const { t } = useTranslation('access')
  const listOf = (isVerified: boolean) =>
    domains
      .filter(({ state }) => (state !== 'unproved') === isVerified)
      .map(({ domain }) => domain)
      .join(', ')
  const [verified, unverified] = [listOf(true), listOf(false)]
  return (
    <Text>
      {verified ? t('signOn.works', { domains: verified, name }) : t('signOn.byLink', { name })}{' '}
      {verified && unverified && t('signOn.notVerified', { domains: unverified })}
    </Text>
  )
}

const ProviderFacts = ({ provider }: { provider: Provider }) => {
  const { t } = useTranslation('access')
  const usesKey = provider.clientAuthentication === 'private_key_jwt'
  const signOutText = provider.endsSessions ? 'signOn.yes' : 'signOn.notOffered'
  const signsOut = provider.signOutAtProvider ? signOutText : 'signOn.no'
  return (
    <Section title={t('signOn.provider')}>
      <FactList
        entries={[
          [t('signOn.name'), provider.name],
          [t('signOn.issuer'), <Copyable key="issuer" value={provider.issuer} />],
          [t('signOn.clientId'), <Copyable key="client" value={provider.clientId} />],
          [t('signOn.clientAuthentication'), t(`signOn.authentication.${provider.clientAuthentication}`)],
          [t('signOn.signOutAtProvider'), t(signsOut)],
          [t('signOn.maxAge'), provider.maxAgeMinutes],
        ]}
        details={[
          [t('signOn.assertionAudience'), usesKey && t(`signOn.audience.${provider.assertionAudience}`)],
          [t('groups.claim'), <Copyable key="claim" value={provider.groupsClaim} />],
          [t('groups.scope'), provider.groupsScope],
          [t('signOn.updatedAt'), <Time key="updated" at={provider.updatedAt} />],
        ]}
      />
    </Section>
  )
}

const AccessFacts = ({ provider }: { provider: Provider }) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const { organization } = useSession()
  const signInLink = `${location.origin}/sign-in?${new URLSearchParams({ organization: organization.slug })}`
  const isFallback = provider.withoutGroup === 'default_role'
  const role = common(`role.${provider.defaultRole}`)
  return (
    <Section title={t('signOn.whoGetsIn')}>
      <FactList
        entries={[
          [t('signOn.signInHere'), <Copyable key="here" value={signInLink} />],
          [t('signOn.createPeople'), t(provider.createPeople ? 'signOn.yes' : 'signOn.no')],
          [t('signOn.defaultRole'), isFallback ? role : provider.createPeople && t('signOn.withoutRules', { role })],
          [t('groups.mapPeople'), t(`groups.mapping.${provider.mapPeople}`)],
          [t('groups.without'), t(`groups.withoutGroup.${provider.withoutGroup}`)],
          [t('signOn.verifiedBy'), t(provider.addressesVerified ? 'signOn.verifiedByUs' : 'signOn.verifiedByProvider')],
          [t('signOn.acceptedAcr'), provider.acceptedAcr.join(', ')],
          [t('signOn.acceptedAmr'), provider.acceptedAmr.join(', ')],
        ]}
      />
    </Section>
  )
}

export const SingleSignOn = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const changeDialog = useOpening()
  const query = api.useQuery('get', '/api/workspace/identity-provider')
  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Lines />
  const { identityProvider: provider, openRequestId } = query.data
  return (
    <>
      <PageHeader title={t('signOn.title')} description={t('signOn.description')}>
        {provider && !openRequestId && (
          <Act
            operation="removeIdentityProvider"
            record={query.data}
            label={t('signOn.remove')}
            text={t('signOn.removeText')}
            submit={t('signOn.requestRemoval')}
            danger
          />
        )}
        {!openRequestId && can('setIdentityProvider') && (
          <Button aria-haspopup="dialog" onClick={changeDialog.open}>
            {t(provider ? 'signOn.change' : 'signOn.setUp')}
          </Button>
        )}
      </PageHeader>
      {openRequestId && <WaitingRequest requestId={openRequestId} />}
      <Stack>
        {provider ? (
          <>
            <SignOnSummary provider={provider} />
            <SignOnDomains domains={provider.domains} settings={query.data} />
            <AccessFacts provider={provider} />
            <ProviderFacts provider={provider} />
            <Section title={t('signOn.atProvider')}>
              <ClientAddresses client={query.data.client} />
            </Section>
            <ClientKeys provider={provider} settings={query.data} />
          </>
        ) : (
          <Empty title={t('signOn.none')} text={t('signOn.noneText')}>
            <ClientAddresses client={query.data.client} />
          </Empty>
        )}
        {/* SCIM can send groups even without a provider. */}
        {can('getGroupRules') && <GroupRules />}
      </Stack>
      <ProviderForm
        key={changeDialog.openCount}
        settings={query.data}
        opened={changeDialog.opened}
        onClose={changeDialog.close}
      />
    </>
  )
}
