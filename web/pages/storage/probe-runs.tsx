import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import type { ProbeRun } from './binding.ts'
import { ProbeTable, useProbeName } from './probes.tsx'

const path = '/api/workspace/storage-bindings/{bindingId}/probe-runs'
const limit = 10

interface Props {
  readonly bindingId: string
  /** The newest run, which the page shows in full. */
  readonly lastRunId: string | undefined
}

/** The probe runs of a binding before the newest. Each row opens its results. */
export const ProbeRuns = ({ bindingId, lastRunId }: Props) => {
  const { t } = useTranslation('storage')
  const { t: common } = useTranslation()
  const format = useFormatTime()
  const nameOf = useProbeName()
  const [opened, setOpened] = useState<ProbeRun>()
  const pages = usePages(path, { path: { bindingId }, query: { limit } }, page => page.probeRuns)
  const rows = pages.rows.filter(({ id }) => id !== lastRunId)
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
      render: ({ results }) =>
        results
          .filter(({ outcome }) => outcome === 'failed')
          .map(({ probe }) => nameOf(probe))
          .join(', ') || '–',
      wide: true,
    },
  ]
  if (!pages.isPending && !pages.error && rows.length === 0) return null
  return (
    <Section title={t('probes.history')}>
      <RecordTable
        label={t('probes.history')}
        pages={{ ...pages, rows }}
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
