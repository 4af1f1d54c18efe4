import { Flex, Group, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { packageStatuses } from './model.ts'

type Transition = Schemas['SubmissionRequirementDetail']['transitions'][number]

const Effect = ({ transition: { eventKind, idle, becomes } }: { transition: Transition }) => {
  const { t } = useTranslation('submissions')
  return (
    <Group gap={6} component="li">
      <Text span size="xs">
        {t(`kind.${eventKind}`)} →
      </Text>
      {idle ? (
        <Text span size="xs" c="dimmed">
          {t('requirements.same')}
        </Text>
      ) : (
        becomes.map((after, i) => (
          <Fragment key={after}>
            {i > 0 && <Text size="xs">{t('requirements.or')}</Text>}
            <StatusBadge status={after} size="sm" />
          </Fragment>
        ))
      )}
    </Group>
  )
}

const Effects = ({ transitions }: { transitions: readonly Transition[] }) => {
  const { t } = useTranslation('submissions')
  if (transitions.length === 0)
    return (
      <Text span size="xs" c="dimmed">
        {t('requirements.noEvents')}
      </Text>
    )
  return (
    <Flex
      component="ul"
      className="plain-list"
      direction={{ base: 'column', sm: 'row' }}
      wrap="wrap"
      columnGap="lg"
      rowGap={4}
    >
      {transitions.map(transition => (
        <Effect key={transition.eventKind} transition={transition} />
      ))}
    </Flex>
  )
}

/**
 * Shows how packages change status under a policy: the effect of each event in each status, as the server reports it.
 */
export const PolicyFlow = ({ transitions, label }: { transitions: readonly Transition[]; label: string }) => {
  const { t } = useTranslation('submissions')
  const columns: readonly Column<(typeof packageStatuses)[number]>[] = [
    { key: 'from', header: t('requirements.from'), render: status => <StatusBadge status={status} /> },
    {
      key: 'events',
      header: t('requirements.events'),
      render: status => <Effects transitions={transitions.filter(transition => transition.status === status)} />,
      unlabelled: true,
    },
  ]
  return <DataTable label={label} columns={columns} rows={packageStatuses} rowKey={status => status} />
}
