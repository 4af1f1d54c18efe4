import { Group, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { StatusBadge } from '#web/ui/status.tsx'
import { type EventKind, packageStatuses } from './model.ts'

type Transition = Schemas['SubmissionRequirementDetail']['transitions'][number]

const Outcome = ({ way }: { way: Transition | undefined }) => {
  const { t } = useTranslation('submissions')
  if (!way) return null
  if (way.idle)
    return (
      <Text size="xs" c="dimmed">
        {t('requirements.same')}
      </Text>
    )
  return (
    <Group gap={4}>
      {way.becomes.map((after, i) => (
        <Fragment key={after}>
          {i > 0 && <Text size="xs">{t('requirements.or')}</Text>}
          <StatusBadge status={after} />
        </Fragment>
      ))}
    </Group>
  )
}

/** The server's state machine of packages under a policy: the effect of each event in each status. */
export const PolicyFlow = ({ transitions, label }: { transitions: readonly Transition[]; label: string }) => {
  const { t } = useTranslation('submissions')
  const kinds: readonly EventKind[] = [...new Set(transitions.map(({ eventKind }) => eventKind))]
  const way = (status: string, kind: string) =>
    transitions.find(transition => transition.status === status && transition.eventKind === kind)
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table aria-label={label} fz="sm" withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('requirements.from')}</Table.Th>
            {kinds.map(kind => (
              <Table.Th key={kind} scope="col">
                {t(`kind.${kind}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {packageStatuses.map(status => (
            <Table.Tr key={status}>
              <Table.Th scope="row">
                <StatusBadge status={status} />
              </Table.Th>
              {kinds.map(kind => (
                <Table.Td key={kind}>
                  <Outcome way={way(status, kind)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
