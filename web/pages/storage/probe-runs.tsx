import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import { failingOf, type ProbeRun } from './binding.ts'
import { ProbeTable, useProbeName } from './probes.tsx'

const path = '/api/workspace/storage-bindings/{bindingId}/probe-runs'
const limit = 10

/** The latest probe runs of a binding. Each row opens its results. */
export const ProbeRuns = ({ bindingId }: { bindingId: string }) => {
  const { t } = useTranslation('storage')
  const { t: common } = useTranslation()
  const format = useFormatTime()
  const nameOf = useProbeName()
  const [opened, setOpened] = useState<ProbeRun>()
  const pages = usePages(path, { path: { bindingId }, query: { limit } }, page => page.probeRuns)
  const columns: readonly Column<ProbeRun>[] = [
    { key: 'cause', header: t('probes.cause'), render: ({ cause }) => t(`probes.causes.${cause}`) },
    { key: 'when', header: t('probes.when'), render: ({ createdAt }) => format(createdAt) },
    {
      key: 'result',
      header: t('probes.result'),
      render: ({ passed }) => <StatusBadge status={passed ? 'passed' : 'failed'} />,
    },
    {
      key: 'failing',
      header: t('probes.failing'),
      render: run =>
        failingOf(run)
          .map(({ probe }) => nameOf(probe))
          .join(', ') || '–',
      wide: true,
    },
  ]
  return (
    <Section title={t('probes.history')}>
      <RecordTable
        label={t('probes.history')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        empty={<Empty title={t('probes.historyEmpty')} />}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="lg"
        title={opened && `${format(opened.createdAt)} · ${t(`probes.causes.${opened.cause}`)}`}
        closeButtonProps={{ 'aria-label': common('actions.close') }}
      >
        {opened && <ProbeTable run={opened} />}
      </Modal>
    </Section>
  )
}
