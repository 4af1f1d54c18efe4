import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'

/** The addresses of this workspace that administrators register at the provider. */
export const ClientAddresses = ({ client }: { client: Schemas['SignOnClient'] }) => {
  const { t } = useTranslation('access')
  return (
    <FactList
      entries={[
        [t('signOn.redirectUri'), <Copyable key="redirect" value={client.redirectUri} />],
        [t('signOn.postLogoutRedirectUri'), <Copyable key="after" value={client.postLogoutRedirectUri} />],
        [t('signOn.backChannelLogoutUri'), <Copyable key="back" value={client.backChannelLogoutUri} />],
        [t('signOn.jwksUri'), <Copyable key="keys" value={client.jwksUri} />],
      ]}
    />
  )
}
