import { useTranslation } from 'react-i18next'
import { AnchorLink } from '#web/ui/links.tsx'
import { readWebhook, type Webhook } from './webhook.ts'

/** The owner of a webhook: a link to the service account, or the name of the person. */
export const WebhookOwner = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { kind, id, name } = readWebhook(webhook).createdBy
  if (id === null) return t('facts.unknownMaker')
  return kind === 'service_account' ? (
    <AnchorLink to="/access/service-accounts/$accountId" params={{ accountId: id }} fz="sm" underline="always">
      {t('facts.account', { name })}
    </AnchorLink>
  ) : (
    (name ?? id)
  )
}
