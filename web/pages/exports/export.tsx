import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { NamedRecord } from '#web/family/record-names.tsx'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { CancelExport } from './cancel-export.tsx'
import { Checking } from './checking.tsx'
import { findExportFailure } from './failure.ts'
import { LeftOut } from './left-out.tsx'
import { type EvidenceExport, percentOf, subjectOf, useScopeInWords } from './model.ts'

const route = getRouteApi('/app/trails/exports/$exportId')

const pollingMs = 1000

const Preparing = ({ record }: { record: EvidenceExport }) => {
  const { t } = useTranslation('exports')
  const { number } = useFormat()
  const formatBytes = useFormatBytes()
  const percent = percentOf(record)
  const { filesDone, filesTotal, bytesDone, bytesTotal } = record.progress
  return (
    <Section title={t('progress')}>
      <Stack gap="xs" role="status">
        <Progress value={percent} animated aria-label={t('percent', { percent })} />
        <Text size="sm">
          {filesTotal === 0
            ? t('gathering')
            : t('read', {
                done: number(filesDone),
                total: number(filesTotal),
                bytes: formatBytes(bytesDone),
                of: formatBytes(bytesTotal),
              })}
        </Text>
      </Stack>
    </Section>
  )
}

const ExportFacts = ({ record }: { record: EvidenceExport }) => {
  const { t } = useTranslation('exports')
  const { t: common } = useTranslation()
  const { number } = useFormat()
  const formatBytes = useFormatBytes()
  const scopeInWords = useScopeInWords([record.scope])
  const { scope, ledger, disclose, attachments, byteSize, manifestSha256, checkpointSize, expiresAt } = record
  const subject = subjectOf(scope)
  return (
    <Section title={t('facts')}>
      <FactList
        entries={[
          [t('about'), subject ? <NamedRecord key="about" id={subject} /> : scopeInWords(scope)],
          [t('ledger.label'), t(`ledger.${ledger}`)],
          [t('disclose.label'), disclose.map(name => t(`disclose.${name}`)).join(', ') || t('disclose.nothing')],
          [t('attachments'), t(attachments ? 'yes' : 'no')],
          [t('size'), byteSize !== null && formatBytes(byteSize)],
          [t('asked'), <Time key="asked" at={record.createdAt} />],
          [t('until'), expiresAt && <Time key="until" at={expiresAt} />],
        ]}
        details={[
          [t('checkpoint'), checkpointSize !== undefined && checkpointSize !== null && number(checkpointSize)],
          [t('manifest'), manifestSha256 && <Copyable key="manifest" value={manifestSha256} />],
          [common('record.id'), <Copyable key="id" value={record.id} />],
        ]}
      />
    </Section>
  )
}

const FailureText = ({ message }: { message: string }) => {
  const { t } = useTranslation('exports')
  const known = findExportFailure(message)
  return known ? (
    <Text size="sm">{t(`failures.${known.reason}`, { error: known.error })}</Text>
  ) : (
    <Text size="sm" lang="en">
      {message}
    </Text>
  )
}

const Failure = ({ failure }: Pick<EvidenceExport, 'failure'>) => {
  const { t } = useTranslation('exports')
  if (!failure) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('failed')}>
      <FailureText message={failure.message} />
      {failure.resourceId && <NamedRecord id={failure.resourceId} />}
    </Alert>
  )
}

export const ExportPage = () => {
  const { t } = useTranslation('exports')
  const can = useCan()
  const { exportId } = route.useParams()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/workspace/exports/{exportId}',
    { params: { path: { exportId } } },
    { refetchInterval: ({ state }) => (state.data && state.data.status !== 'preparing' ? false : pollingMs) },
  )
  const scopeInWords = useScopeInWords(data ? [data.scope] : [])
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <Lines />
  const { status } = data
  return (
    <>
      <PageHeader
        title={scopeInWords(data.scope)}
        description={t(`means.${status}`)}
        titleExtra={<StatusBadge status={status} />}
        back={
          <AnchorLink to="/trails/exports" fz="sm">
            {t('title')}
          </AnchorLink>
        }
      >
        <CancelExport record={data} />
        {status === 'ready' && (
          <Button
            component="a"
            href={`/api/workspace/exports/${exportId}/content`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('download')}
          </Button>
        )}
      </PageHeader>
      <Stack>
        <Failure failure={data.failure} />
        {status === 'preparing' && <Preparing record={data} />}
        <ExportFacts record={data} />
        <LeftOut leftOut={data.leftOut} />
        {status === 'ready' && <Checking exportId={exportId} />}
        {can('listAuditEvents') && <RecentAudit filter={{ resourceId: exportId }} />}
      </Stack>
    </>
  )
}
