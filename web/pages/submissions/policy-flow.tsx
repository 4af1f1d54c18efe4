import { Group, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
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
                  <Effect transition={transitionFor(status, kind)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
