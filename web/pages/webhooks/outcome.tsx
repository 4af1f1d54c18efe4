import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Delivery } from './webhook.ts'

/** Describes the outcome of an attempt: the status of the response, or why there was none. */
export const Outcome = ({ delivery }: { delivery: Pick<Delivery, 'status' | 'message' | 'outcome'> }) => {
  const { t } = useTranslation('webhooks')
  const { status, message, outcome } = delivery
  if (outcome === 'delivered')
    return (
      <Text span size="sm">
        {t('delivery.answered', { status })}
      </Text>
    )
  return (
    <Text span size="sm">
      {status !== null && `${t('delivery.answered', { status })} `}
      {message && <span lang="en">{message}</span>}
    </Text>
  )
}
