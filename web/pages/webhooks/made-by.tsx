import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readWebhook, type Webhook } from './webhook.ts'

/** Whose webhook it is: the service account, with a link to it, or the person. */
export const MadeBy = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { kind, id, name } = readWebhook(webhook).createdBy
  if (id === null) return t('facts.unknownMaker')
  return kind === 'service_account' ? (
    <Anchor component={Link} to={`/access/service-accounts/${id}`} fz="sm" underline="always">
      {t('facts.account', { name })}
    </Anchor>
  ) : (
    (name ?? id)
  )
}
