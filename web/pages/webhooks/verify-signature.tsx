import { Anchor, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { type ReceivedDelivery, VerifyForm } from './verify-form.tsx'

const route = getRouteApi('/app/webhooks/verify')

const empty: ReceivedDelivery = {
  body: '',
  service: { timestamp: '', header: '' },
  standard: { timestamp: '', header: '' },
  id: '',
}

/** The form, filled in from a recorded delivery. */
const RecordedDeliveryForm = ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) => {
  const { data, error, isPending, refetch } = api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}/deliveries/{deliveryId}',
    { params: { path: { webhookId, deliveryId } } },
  )
  if (isPending) return <Lines />
  if (error && !data) return <ReadFailure error={error} retry={refetch} />
  const { headers, body } = data.request
  const header = (name: string): string => headers[name] ?? ''
  return (
    <VerifyForm
      recorded
      initial={{
        body: body ?? '',
        id: header('webhook-id'),
        service: { timestamp: header('x-service-timestamp'), header: header('x-service-signature') },
        standard: { timestamp: header('webhook-timestamp'), header: header('webhook-signature') },
      }}
    />
  )
}

export const VerifySignature = () => {
  const { t } = useTranslation('signature')
  const { webhookId, deliveryId } = route.useSearch()
  const isRecorded = webhookId !== undefined && deliveryId !== undefined
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {isRecorded && (
        <Text size="sm" mb="sm">
          {t('recorded')}{' '}
          <Anchor
            underline="always"
            inherit
            renderRoot={props => (
              <Link {...props} to="/webhooks/$webhookId/deliveries/$deliveryId" params={{ webhookId, deliveryId }} />
            )}
          >
            {deliveryId}
          </Anchor>
        </Text>
      )}
      {isRecorded ? (
        <RecordedDeliveryForm key={deliveryId} webhookId={webhookId} deliveryId={deliveryId} />
      ) : (
        <VerifyForm initial={empty} />
      )}
    </>
  )
}
