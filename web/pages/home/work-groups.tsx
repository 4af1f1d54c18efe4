import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { linkToRecord } from '#web/ui/records.tsx'
import { OnBehalf } from './on-behalf.tsx'
import { WorkDue } from './work-due.tsx'
import { useWorkNumber } from './work-number.ts'

type Work = Schemas['Work']
type Count = Schemas['WorkCount']

const Open = ({ kind, open }: Pick<Work, 'kind' | 'open'>) => {
  const { t } = useTranslation('work')
  if (!open) return null
  return (
    <Text size="xs" c="dimmed">
      {t(kind === 'room_request' ? 'requests' : 'open', { count: open })}
    </Text>
  )
}

interface GroupProps {
  readonly kind: Work['kind']
  readonly rows: readonly Work[]
  readonly count: Count | undefined
  readonly order: 2 | 3
}

const WorkGroup = ({ kind, rows, count, order }: GroupProps) => {
  const { t } = useTranslation('work')
  const number = useWorkNumber()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb={2}>
        <Title order={order} fz="xs" c="dimmed" id={id}>
          {t(`kinds.${kind}`)}
        </Title>
        {count && (
          <Badge size="sm" variant="default" fw={600}>
            {number(count)}
          </Badge>
        )}
        {count && count.late > 0 && (
          <Text size="xs" c="var(--mantine-color-error)">
            {t('lateOf', { count: count.late })}
          </Text>
        )}
      </Group>
      <table className="record-table work-table" aria-labelledby={id}>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row">
                <AnchorLink {...(linkToRecord(row.id) ?? { to: '/my-work' })} fz="sm" fw={550}>
                  {row.title}
                </AnchorLink>
                <Open kind={kind} open={row.open} />
                <OnBehalf work={row} />
              </th>
              <td className="wide-only work-key-cell">
                <Text size="xs" ff="monospace" truncate title={row.key ?? ''}>
                  {row.key}
                </Text>
              </td>
              <td className="work-due-cell">
                <WorkDue work={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Props {
  readonly work: readonly Work[]
  readonly counts: readonly Count[]
  /** The level of the headings. */
  readonly order: 2 | 3
}

/** Work grouped by kind, each kind with its count. The kinds are in the order of their first rows. */
export const WorkGroups = ({ work, counts, order }: Props) => (
  <Stack gap="md">
    {[...Map.groupBy(work, ({ kind }) => kind)].map(([kind, rows]) => (
      <WorkGroup key={kind} kind={kind} rows={rows} count={counts.find(one => one.kind === kind)} order={order} />
    ))}
  </Stack>
)
