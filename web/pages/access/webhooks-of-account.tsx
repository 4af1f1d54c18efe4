import { Box, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'

// The maximum number of webhooks in a workspace.
const limit = 200

/** The webhooks that a service account created. Undefined until they are loaded. */
export const useWebhooksOf = (accountId: string) => {
  const { data } = api.useQuery('get', '/api/workspace/webhooks', { params: { query: { limit } } })
  return data?.webhooks.filter(({ createdBy }) => createdBy.id === accountId)
}

/** The account's webhooks, which continue when its secret is rotated and stop when it is disabled. */
export const WebhooksOfAccount = ({ accountId }: { accountId: string }) => {
  const { t } = useTranslation('access')
  const webhooks = useWebhooksOf(accountId) ?? []
  if (webhooks.length === 0) return null
  return (
    <Box mt="md">
      <Section title={t('accounts.webhooks')}>
        <List size="sm" listStyleType="none">
          {webhooks.map(webhook => (
            <List.Item key={webhook.id}>
              <AnchorLink to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} fz="sm">
                {'name' in webhook ? webhook.name : webhook.description}
              </AnchorLink>
            </List.Item>
          ))}
        </List>
      </Section>
    </Box>
  )
}
