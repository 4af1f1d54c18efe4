import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

interface Props {
  readonly controlId: string
}

const limit = 20

const Findings = ({ controlId }: Props) => {
  const { t } = useTranslation('frameworks')
  const pages = usePages('/api/workspace/findings', { query: { controlId, limit } }, page => page.findings)
  return (
    <Section title={t('controls.findings')}>
      <RecordTable
        label={t('controls.findings')}
        pages={pages}
        columns={[
          { key: 'title', header: t('controls.finding'), render: ({ title }) => title },
          { key: 'severity', header: t('controls.severity'), render: row => <SeverityBadge severity={row.severity} /> },
          { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} bearsRisk /> },
          { key: 'due', header: t('controls.due'), render: row => <Time at={row.dueAt} as="date" />, wide: true },
        ]}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/governance/findings/$findingId', params: { findingId: id } })}
        empty={<Empty title={t('controls.noFindings')} />}
      />
    </Section>
  )
}

const Exceptions = ({ controlId }: Props) => {
  const { t } = useTranslation('frameworks')
  const pages = usePages('/api/workspace/exceptions', { query: { controlId, limit } }, page => page.exceptions)
  return (
    <Section title={t('controls.exceptions')}>
      <RecordTable
        label={t('controls.exceptions')}
        pages={pages}
        columns={[
          { key: 'title', header: t('controls.exception'), render: ({ title }) => title },
          { key: 'key', header: t('key'), render: row => <code>{row.exceptionKey}</code>, wide: true },
          { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
        ]}
        rowKey={({ id }) => id}
        to={({ id }) =>
          linkOptions({
            to: '/governance/registers/$register/$recordId',
            params: { register: 'exceptions', recordId: id },
          })
        }
        empty={<Empty title={t('controls.noExceptions')} />}
      />
    </Section>
  )
}

/** The findings and exceptions that name a control. */
export const LinkedRecords = (props: Props) => {
  const can = useCan()
  return (
    <>
      {can('listWorkspaceFindings') && <Findings {...props} />}
      {can('listExceptions') && <Exceptions {...props} />}
    </>
  )
}
