import { Anchor, Box, Button, Grid, Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { MessagePanel } from './message-panel.tsx'
import { Outcome } from './outcome.tsx'
import { parseJson } from './parse-json.ts'
import { ReplayDelivery } from './replay-delivery.tsx'
import { useEventWords } from './use-event-words.ts'

const route = getRouteApi('/app/webhooks/$webhookId/deliveries/$deliveryId')

const readableBody = ({ body, encoding }: { body: string; encoding: 'utf8' | 'base64' }): string =>
  encoding === 'base64' ? `base64: ${body}` : body

/** The title of the first record in the `data` of an event; undefined if it has none. */
const titleIn = (body: string | null): string | undefined => {
  const { data } = Object(parseJson(body ?? ''))
  const titles = Object.values(Object(data)).map(record => Object(record).title)
  return titles.find(title => typeof title === 'string')
}

/** The page of a delivery attempt, with its request and response side by side. */
export const DeliveryPage = () => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const { textOf } = useEventWords()
  const params = route.useParams()
  const { webhookId, deliveryId } = params
  const { data, error, isPending, refetch } = api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}/deliveries/{deliveryId}',
    { params: { path: params } },
  )
  if (isPending) return <PageSkeleton />
  if (error && !data) return <ReadFailure error={error} retry={refetch} />
  const { request, response, outcome, status } = data
  const eventText = textOf({ type: data.eventType, description: data.eventType }).replace(/\.$/, '')
  const title = titleIn(request.body)
  return (
    <>
      <PageHeader
        title={title ? `${eventText}: ${title}` : eventText}
        titleExtra={<StatusBadge status={outcome} />}
        description={<Outcome delivery={data} />}
        back={
          <Anchor
            size="sm"
            renderRoot={props => (
              <Link {...props} to="/webhooks/$webhookId" params={{ webhookId }} search={{ tab: 'deliveries' }} />
            )}
          >
            {t('tabs.deliveries')}
          </Anchor>
        }
      >
        <Button
          variant="default"
          leftSection={<IconSignature size={16} />}
          renderRoot={props => <Link {...props} to="/webhooks/verify" search={{ webhookId, deliveryId }} />}
        >
          {t('delivery.verify')}
        </Button>
        <ReplayDelivery webhookId={webhookId} deliveryId={deliveryId} />
      </PageHeader>
      <Box maw={760}>
        <FactList
          entries={[
            [t('delivery.event'), <code key="event">{data.eventType}</code>],
            [t('delivery.attempt'), data.attempt],
            [t('delivery.origin'), t(`origin.${data.origin}`)],
            [t('delivery.at'), <Time key="at" at={data.startedAt} />],
            [t('delivery.took'), `${data.ms} ms`],
            [t('delivery.next'), data.nextAttemptAt && <Time at={data.nextAttemptAt} />],
            [t('delivery.code'), data.code],
          ]}
          details={[
            [t('delivery.eventId'), <Copyable key="event" value={data.eventId} />],
            [common('record.id'), <Copyable key="id" value={data.id} />],
          ]}
        />
      </Box>
      <Grid mt="lg" gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }} miw={0}>
          <MessagePanel
            title={t('delivery.request')}
            line={`POST ${data.url}`}
            headers={request.headers}
            body={request.body}
            absent={t('delivery.forgotten')}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} miw={0}>
          <MessagePanel
            title={t('delivery.response')}
            line={status === null ? t('delivery.noAnswer') : `HTTP ${status}`}
            headers={response?.headers ?? {}}
            body={response ? readableBody(response) : null}
            absent={t('delivery.noBody')}
          />
          {response?.truncated && (
            <Text size="sm" c="dimmed">
              {t('delivery.truncated')}
            </Text>
          )}
        </Grid.Col>
      </Grid>
    </>
  )
}
