import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { ChangeQuota } from './change-quota.tsx'

type Usage = Schemas['StorageUsage']

const warningShare = 0.9

const QuotaWarning = ({ share }: Pick<Usage, 'share'>) => {
  const { t } = useTranslation('usage')
  if (share === null || share < warningShare) return null
  const state = share >= 1 ? 'reached' : 'near'
  return (
    <Alert
      color={share >= 1 ? 'red' : 'yellow'}
      variant="outline"
      role="alert"
      icon={<IconAlertTriangle />}
      title={t(state)}
    >
      {t(`${state}Text`)}
    </Alert>
  )
}

interface AmountProps {
  readonly unit: 'bytes' | 'files'
  readonly used: number
  readonly quota: number | null
  readonly format: (value: number) => string
}

/** Shows how much storage is used, with a bar if a quota is set. */
const Amount = ({ unit, used, quota, format }: AmountProps) => {
  const { t } = useTranslation('usage')
  const percent = quota === null ? null : Math.floor((quota === 0 ? 1 : used / quota) * 100)
  return (
    <div>
      <Text size="sm" mb={4}>
        {t(unit)}: {quota === null ? format(used) : t('ofQuota', { used: format(used), quota: format(quota) })}
      </Text>
      {percent !== null && (
        <Progress
          value={Math.min(percent, 100)}
          {...(percent >= warningShare * 100 && { color: 'red' })}
          aria-label={t(`${unit}Percent`, { percent })}
        />
      )}
    </div>
  )
}

const Bindings = ({ bindings }: Pick<Usage, 'bindings'>) => {
  const { t } = useTranslation('usage')
  const { number } = useFormat()
  const formatBytes = useFormatBytes()
  const columns: readonly Column<Usage['bindings'][number]>[] = [
    {
      key: 'binding',
      header: t('binding'),
      render: ({ id, name }) => (
        <AnchorLink to="/storage/bindings/$bindingId" params={{ bindingId: id }} fz="sm" fw={550}>
          {name}
        </AnchorLink>
      ),
    },
    { key: 'status', header: t('status'), render: ({ status }) => <StatusBadge status={status} /> },
    { key: 'copies', header: t('copies'), render: ({ copies }) => number(copies) },
    { key: 'stored', header: t('stored'), render: ({ bytes }) => formatBytes(bytes) },
  ]
  return <DataTable label={t('bindings')} columns={columns} rows={bindings} rowKey={({ id }) => id} />
}

const useFormatters = () => {
  const { t } = useTranslation('usage')
  const { number } = useFormat()
  const formatBytes = useFormatBytes()
  const limit = (value: number | null, format: (value: number) => string) =>
    value === null ? t('noQuota') : format(value)
  return {
    number,
    formatBytes,
    limits: ({ bytes, files }: Usage['quota']) =>
      `${t('bytes')}: ${limit(bytes, formatBytes)} · ${t('files')}: ${limit(files, number)}`,
  }
}

/** The storage that the workspace uses, its quota, and where the copies are. */
export const UsagePage = () => {
  const { t } = useTranslation('usage')
  const can = useCan()
  const { number, formatBytes, limits } = useFormatters()
  const usage = api.useQuery('get', '/api/workspace/storage/usage')
  const quota = api.useQuery('get', '/api/workspace/storage/quota')
  const error = usage.error ?? quota.error
  const refetch = () => void Promise.all([usage.refetch(), quota.refetch()])
  if (error) return <ReadFailure error={error} retry={refetch} />
  if (!usage.data || !quota.data) return <PageSkeleton />
  const { bytes, files, share, bindings, checkedAt } = usage.data
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {can('updateStorageQuota') && <ChangeQuota quota={quota.data} />}
      </PageHeader>
      <Stack>
        <QuotaWarning share={share} />
        <Section title={t('kept')}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('keptText')}
            </Text>
            <Amount unit="bytes" used={bytes} quota={usage.data.quota.bytes} format={formatBytes} />
            <Amount unit="files" used={files} quota={usage.data.quota.files} format={number} />
            <FactList entries={[[t('checkedAt'), checkedAt && <Time key="checked" at={checkedAt} />]]} />
          </Stack>
        </Section>
        <Section title={t('quota')}>
          <FactList
            entries={[
              [t('operator'), limits(quota.data.operator)],
              [t('own'), limits(quota.data.own)],
            ]}
          />
        </Section>
        <Section title={t('bindings')}>
          <Text size="sm" c="dimmed" mb="xs">
            {t('bindingsText')}
          </Text>
          <Bindings bindings={bindings} />
        </Section>
      </Stack>
    </>
  )
}
