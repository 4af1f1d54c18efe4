import { Group, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { type EventKind, packageStatuses } from './model.ts'

type Transition = Schemas['SubmissionRequirementDetail']['transitions'][number]

const Effect = ({ transition }: { transition: Transition | undefined }) => {
  const { t } = useTranslation('submissions')
  if (!transition) return null
  if (transition.idle)
    return (
      <Text size="xs" c="dimmed">
        {t('requirements.same')}
      </Text>
    )
  return (
    <Group gap={4}>
      {transition.becomes.map((after, i) => (
        <Fragment key={after}>
          {i > 0 && <Text size="xs">{t('requirements.or')}</Text>}
          <StatusBadge status={after} />
        </Fragment>
      ))}
    </Group>
  )
}

/** How packages change status under a policy: the effect of each event in each status, as the server reports it. */
export const PolicyFlow = ({ transitions, label }: { transitions: readonly Transition[]; label: string }) => {
  const { t } = useTranslation('submissions')
  const kinds: readonly EventKind[] = [...new Set(transitions.map(({ eventKind }) => eventKind))]
  const transitionFor = (status: string, kind: string) =>
    transitions.find(transition => transition.status === status && transition.eventKind === kind)
  const columns: readonly Column<(typeof packageStatuses)[number]>[] = [
    { key: 'from', header: t('requirements.from'), render: status => <StatusBadge status={status} /> },
    ...kinds.map(kind => ({
      key: kind,
      header: t(`kind.${kind}`),
      render: (status: string) => <Effect transition={transitionFor(status, kind)} />,
    })),
  ]
  return <DataTable label={label} columns={columns} rows={packageStatuses} rowKey={status => status} />
}
