import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { useFormatTime } from '#web/ui/time.tsx'

type Explanation =
  | Pick<Schemas['WebhookBacklog'], 'code' | 'values'>
  | Pick<Schemas['PendingWebhookDelivery'], 'code' | 'values'>

/** Explains why deliveries wait, from the server's code and values. */
export const WaitReason = ({ explanation, ...rest }: TextProps & { readonly explanation: Explanation }) => {
  const { t } = useTranslation('webhooks')
  const { number } = useFormat()
  const time = useFormatTime()
  const { code, values } = explanation
  const isQueue = 'deliveries' in values
  const count = isQueue ? values.deliveries : values.ahead
  const at = isQueue ? values.nextAttemptAt : values.dueAt
  const details = isQueue
    ? { rate: number(values.perSecond ?? 0), seconds: number(values.seconds ?? 0) }
    : { attempt: number(values.attempt) }
  return (
    <Text {...rest}>
      {t(`explained.${code}`, {
        count,
        amount: values.isCapped ? t('explained.moreThan', { number: number(count) }) : number(count),
        at: at && time(at),
        since: values.failingSince && time(values.failingSince),
        ...details,
      })}
    </Text>
  )
}
