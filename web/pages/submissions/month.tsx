import { Box, Group, Paper, Stack, Table, Text } from '@mantine/core'
import type { Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { StatusBadge } from '#web/ui/status.tsx'
import { TimeLeft } from './due.tsx'

export type DuePackage = Schemas['DuePackage']

/** A month in the user's time zone. `month` counts from 0. */
export interface Month {
  readonly year: number
  readonly month: number
}

const pattern = /^(\d{4})-(0[1-9]|1[0-2])$/

/** Reads a month such as `2026-11` from the address; the current month by default. */
export const monthOf = (text: string | undefined): Month => {
  const [, year, month] = pattern.exec(text ?? '') ?? []
  const [thisYear, thisMonth] = toLocal(new Date()).split('-')
  return { year: Number(year ?? thisYear), month: Number(month ?? thisMonth) - 1 }
}

export const nameOfMonth = ({ year, month }: Month): string =>
  `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`

export const addMonths = ({ year, month }: Month, months: number): Month => {
  const date = new Date(Date.UTC(year, month + months))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() }
}

/** A calendar day of a month, such as 2026-11-29. */
export const dateIn = (month: Month, day: number): string => `${nameOfMonth(month)}-${String(day).padStart(2, '0')}`

/** The start of a month on the user's clock. */
export const startOf = (month: Month): string => fromLocal(`${dateIn(month, 1)}T00:00`) ?? ''

const daysIn = ({ year, month }: Month): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The weeks of a month, Monday first. Days of the adjacent months have numbers below 1 or above its length. */
const weeksOf = (month: Month): number[][] => {
  const daysBefore = (new Date(dateIn(month, 1)).getUTCDay() + 6) % 7
  const weeks = Math.ceil((daysBefore + daysIn(month)) / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, i) => week * 7 + i - daysBefore + 1))
}

const isInMonth = (month: Month, day: number): boolean => day >= 1 && day <= daysIn(month)

const dayOf = ({ submissionPackage }: DuePackage): number => Number(toLocal(submissionPackage.dueAt).slice(8, 10))

const isToday = (month: Month, day: number): boolean => toLocal(new Date()).startsWith(dateIn(month, day))

const Entry = ({ due }: { due: DuePackage }) => (
  <Box>
    <AnchorLink
      to="/submissions/packages/$packageId"
      params={{ packageId: due.submissionPackage.id }}
      size="xs"
      className="digest"
    >
      {due.submissionPackage.title}
    </AnchorLink>
    <Group gap={4} mt={2} fz="xs">
      <StatusBadge status={due.submissionPackage.status} size="sm" />
      {(due.late || due.daysLeft !== null) && (
        <TimeLeft {...due} submittedAt={due.submissionPackage.submittedAt} size="sm" />
      )}
    </Group>
  </Box>
)

interface Props {
  readonly month: Month
  readonly packages: readonly DuePackage[]
  readonly label: string
}

/** A month as a table of weeks. */
export const MonthTable = ({ month, packages, label }: Props) => {
  const format = useFormat()
  // 1 January 2024 was a Monday.
  const weekday = (width: 'short' | 'long', i: number) => format.weekdayName(`2024-01-0${i + 1}`, width)
  return (
    <Table aria-label={label} withTableBorder withColumnBorders highlightOnHover={false} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          {[0, 1, 2, 3, 4, 5, 6].map(i => (
            <Table.Th key={i} scope="col" abbr={weekday('long', i)}>
              {weekday('short', i)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeksOf(month).map(days => (
          <Table.Tr key={days[0]}>
            {days.map(day => (
              <Table.Td key={day} valign="top" h={88}>
                {isInMonth(month, day) && (
                  <Stack gap={4}>
                    <Text size="xs" {...(isToday(month, day) ? { fw: 700, 'aria-current': 'date' } : { c: 'dimmed' })}>
                      {day}
                    </Text>
                    {packages.flatMap(due =>
                      dayOf(due) === day ? [<Entry key={due.submissionPackage.id} due={due} />] : [],
                    )}
                  </Stack>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** A month for narrow windows: only the days on which packages are due. */
export const MonthList = ({ month, packages, label }: Props) => {
  const format = useFormat()
  const days = [...Map.groupBy(packages, dayOf)]
  return (
    <Stack component="ul" p={0} m={0} gap="xs" aria-label={label}>
      {days.map(([day, duePackages]) => (
        <Paper key={day} component="li" withBorder p="sm">
          <Text size="sm" fw={600} mb={4}>
            {format.weekDay(dateIn(month, day))}
          </Text>
          <Stack gap={6}>
            {duePackages.map(due => (
              <Entry key={due.submissionPackage.id} due={due} />
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
