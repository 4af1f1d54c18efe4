import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { webhookWords } from '#web/i18n/en/webhook-words.ts'
import type { Delivery } from './webhook.ts'

/** The reason for a failed attempt. */
export const FailedBecause = ({ failure, message }: Pick<Delivery, 'failure' | 'message'>) => {
  const { t, i18n } = useTranslation('webhooks')
  // An attempt made by another release may have a reason that this page does not know.
  const isKnown = (key: string): key is `failures.${keyof typeof webhookWords.failures}` =>
    i18n.exists(key, { ns: 'webhooks' })
  const key = `failures.${failure}`
  return isKnown(key) ? t(key) : <span lang="en">{message}</span>
}

/** Describes the outcome of an attempt: the status of the response, or why there was none. */
export const Outcome = ({ delivery }: { delivery: Pick<Delivery, 'status' | 'failure' | 'message' | 'outcome'> }) => {
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
      {message && <FailedBecause {...delivery} />}
    </Text>
  )
}
