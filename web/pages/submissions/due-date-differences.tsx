import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { useFormatTime } from '#web/ui/time.tsx'

type Difference = Schemas['DueDateDifference']

/**
 * The packages of all schedules whose due date would be different if it were computed now. Shows nothing if there are
 * none.
 */
export const DueDateDifferences = () => {
  const { t } = useTranslation('schedules')
  const { t: submissions } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const formatTime = useFormatTime()
  const pages = usePages('/api/workspace/due-date-differences', {}, page => page.differences)
  const columns: readonly Column<Difference>[] = [
    {
      key: 'package',
      header: t('package'),
      render: ({ id, title }) => (
        <AnchorLink to="/submissions/packages/$packageId" params={{ packageId: id }}>
          {title}
        </AnchorLink>
      ),
    },
    {
      key: 'requirement',
      header: submissions('packages.requirement'),
      render: ({ submissionRequirementId: requirementId, requirementTitle }) => (
        <AnchorLink to="/submissions/requirements/$requirementId" params={{ requirementId }}>
          {requirementTitle}
        </AnchorLink>
      ),
      wide: true,
    },
    { key: 'status', header: submissions('packages.status'), render: ({ status }) => <StatusBadge status={status} /> },
    { key: 'due', header: t('due'), render: ({ dueAt }) => formatTime(dueAt) },
    { key: 'now', header: t('now'), render: ({ differentDueAt }) => formatTime(differentDueAt) },
  ]
  const { rows, hasMore, isFetchingMore, loadMore, error } = pages
  if (rows.length === 0 && !hasMore && !error) return null
  return (
    <Section title={t('differences.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('differences.text')}
      </Text>
      <RecordTable
        label={t('differences.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Group gap="sm">
            <Text size="sm">{t('differences.noneYet')}</Text>
            <Button size="xs" variant="default" onClick={loadMore} loading={isFetchingMore}>
              {common('actions.more')}
            </Button>
          </Group>
        }
      />
    </Section>
  )
}
