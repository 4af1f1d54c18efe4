import { Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { api, errorId, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, ReadFailure } from '#web/ui/failures.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { FormSettings } from './form-settings.tsx'
import { FailedBecause } from './outcome.tsx'
import { readWebhook, stateOf, webhookStates } from './webhook.ts'

const route = getRouteApi('/app/webhooks')

type Health = Schemas['WebhookHealth']
type Posture = Schemas['WebhookSecretPosture']

interface Row extends ReturnType<typeof readWebhook> {
  readonly health: Health | undefined
  readonly posture: Posture | undefined
}

const pollingMs = 5000
// The maximum number of webhooks in a workspace.
const limit = 200

/** The receiver's last response: its status, or why there was none, and its first line. */
const LastResponse = ({ status, firstLine, ...attempt }: Schemas['WebhookLastAnswer']) => (
  <Text size="xs" lineClamp={2} maw={320} style={{ overflowWrap: 'anywhere' }}>
    {status ?? <FailedBecause {...attempt} />}
    {firstLine && <>: {firstLine}</>}
  </Text>
)

/** An address that breaks after its slashes only. */
const Address = ({ text }: { readonly text: string }) => (
  <code className="address">
    {text.split(/(?<=[^/]\/)(?=[^/])/).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
)

export const Endpoints = () => {
  const { t } = useTranslation('webhooks')
  const { number } = useFormat()
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const state = webhookStates.find(option => option === search.status)

  const health = api.useQuery('get', '/api/workspace/webhooks/health', {}, { refetchInterval: pollingMs })
  const postures = api.useQuery('get', '/api/workspace/webhook-secret-postures', { params: { query: { limit } } })
  const pages = usePages('/api/workspace/webhooks', { query: { limit } }, page => page.webhooks)
  const rows = pages.rows
    .map(
      (webhook): Row => ({
        ...readWebhook(webhook),
        health: health.data?.endpoints.find(({ webhookId }) => webhookId === webhook.id),
        posture: postures.data?.secretPostures.find(({ webhookId }) => webhookId === webhook.id),
      }),
    )
    .filter(row => !state || stateOf(row, row.health?.failingSince) === state)

  const countLimit = health.data?.countedUpTo ?? Number.POSITIVE_INFINITY
  const count = (value: number | undefined) =>
    value === undefined ? '' : `${number(value)}${value >= countLimit ? '+' : ''}`

  const columns: readonly Column<Row>[] = [
    { key: 'name', header: t('list.name'), render: ({ name }) => name },
    { key: 'target', header: t('list.target'), render: ({ target }) => <Address text={target} />, wide: true },
    {
      key: 'status',
      header: t('list.status'),
      render: row => (
        <Stack gap={2} align="flex-start">
          <StatusBadge status={stateOf(row, row.health?.failingSince)} />
          {row.health?.failingSince && (
            <Text size="xs" c="dimmed" className="unbroken">
              {t('list.since')} <Time at={row.health.failingSince} as="date" inherit />
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'pending', header: t('list.pending'), align: 'right', render: ({ health }) => count(health?.pending) },
    { key: 'dead', header: t('list.dead'), align: 'right', render: ({ health }) => count(health?.deadLetters) },
    {
      key: 'last',
      header: t('list.last'),
      render: ({ health }) =>
        health && (
          <Stack gap={2} align="flex-start">
            {health.lastOutcome && <StatusBadge status={health.lastOutcome} />}
            <Time at={health.lastAttemptAt} as="ago" size="xs" c="dimmed" />
            {health.lastAnswer && <LastResponse {...health.lastAnswer} />}
          </Stack>
        ),
    },
    {
      key: 'day',
      header: t('list.day'),
      align: 'right',
      wide: true,
      render: ({ health }) => health && `${count(health.last24h.succeeded)} / ${count(health.last24h.failed)}`,
    },
    {
      key: 'secret',
      header: t('list.secret'),
      wide: true,
      render: ({ posture }) => posture && <StatusBadge status={posture.posture} />,
    },
  ]

  const createButton = can('createWebhook') && (
    <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} />}>
      {t('list.new')}
    </ButtonLink>
  )

  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.description')}>
        <FormSettings />
        {pages.rows.length > 0 && createButton}
      </PageHeader>
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t('list.status'),
            choices: webhookStates.map(value => ({ value, label: common(`status.${value}`) })),
          },
        ]}
        values={{ status: state }}
        onChange={(name, value) => navigate({ search: { [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <ErrorNote error={health.error ?? postures.error} />
      <RecordTable
        label={t('list.title')}
        pages={{ ...pages, rows }}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/webhooks/$webhookId', params: { webhookId: id } })}
        filtered={state !== undefined && pages.rows.length > 0}
        clearFilters={() => navigate({ search: {} })}
        empty={
          <Empty title={t('list.empty')} text={t(can('createWebhook') ? 'list.emptyText' : 'list.emptyRead')}>
            {createButton}
          </Empty>
        }
      />
    </>
  )
}
