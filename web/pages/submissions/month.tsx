import { Box, Paper, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { TimeLeft } from './due.tsx'

export type Due = Schemas['DuePackage']

/** A month of a year, counted from 0, in the reader's time zone. */
export interface Month {
  readonly year: number
  readonly month: number
}

const shape = /^(\d{4})-(0[1-9]|1[0-2])$/

/** The month of an address such as `2026-11`; this month when it names none. */
export const monthOf = (text: string | undefined): Month => {
  const [, year, month] = shape.exec(text ?? '') ?? []
  const now = new Date()
  return year && month
    ? { year: Number(year), month: Number(month) - 1 }
    : { year: now.getFullYear(), month: now.getMonth() }
}

export const nameOfMonth = ({ year, month }: Month): string =>
  `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`

export const addMonths = ({ year, month }: Month, months: number): Month => {
  const at = new Date(year, month + months)
  return { year: at.getFullYear(), month: at.getMonth() }
}

export const startOf = ({ year, month }: Month): Date => new Date(year, month)

const lengthOf = ({ year, month }: Month): number => new Date(year, month + 1, 0).getDate()

/** The weeks of a month, Monday first; days of its neighbours are counted on, below 1 and beyond its length. */
const weeksOf = (shown: Month): number[][] => {
  const before = (startOf(shown).getDay() + 6) % 7
  const weeks = Math.ceil((before + lengthOf(shown)) / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, i) => week * 7 + i - before + 1))
}

const isInside = (shown: Month, day: number): boolean => day >= 1 && day <= lengthOf(shown)

const dayOf = ({ submissionPackage }: Due): number => new Date(submissionPackage.dueAt).getDate()

const isToday = ({ year, month }: Month, day: number): boolean =>
  new Date(year, month, day).toDateString() === new Date().toDateString()

const Entry = ({ due }: { due: Due }) => (
  <Box>
    <AnchorLink
      to="/submissions/packages/$packageId"
      params={{ packageId: due.submissionPackage.id }}
      size="xs"
      className="digest"
    >
      {due.submissionPackage.title}
    </AnchorLink>
    <Text size="xs" component="div">
      <StatusBadge status={due.submissionPackage.status} size="xs" />{' '}
      {(due.late || due.daysLeft !== null) && <TimeLeft {...due} />}
    </Text>
  </Box>
)

interface Props {
  readonly shown: Month
  readonly due: readonly Due[]
  readonly label: string
}

/** A month as a table of its weeks. */
export const MonthTable = ({ shown, due, label }: Props) => {
  const { i18n } = useTranslation()
  const weekday = (style: 'short' | 'long', i: number) =>
    // The first of January 2024 is a Monday.
    new Intl.DateTimeFormat(i18n.language, { weekday: style }).format(new Date(2024, 0, i + 1))
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
        {weeksOf(shown).map(days => (
          <Table.Tr key={days[0]}>
            {days.map(day => (
              <Table.Td key={day} valign="top" h={88}>
                {isInside(shown, day) && (
                  <Stack gap={4}>
                    <Text size="xs" {...(isToday(shown, day) ? { fw: 700, 'aria-current': 'date' } : { c: 'dimmed' })}>
                      {day}
                    </Text>
                    {due.flatMap(one =>
                      dayOf(one) === day ? [<Entry key={one.submissionPackage.id} due={one} />] : [],
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

/** The same for narrow windows: the days on which something is due. */
export const MonthList = ({ shown, due, label }: Props) => {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', day: 'numeric', month: 'short' })
  const days = [...Map.groupBy(due, dayOf)]
  return (
    <Stack component="ul" p={0} m={0} gap="xs" aria-label={label}>
      {days.map(([day, packages]) => (
        <Paper key={day} component="li" withBorder p="sm">
          <Text size="sm" fw={600} mb={4}>
            {format.format(new Date(shown.year, shown.month, day))}
          </Text>
          <Stack gap={6}>
            {packages.map(one => (
              <Entry key={one.submissionPackage.id} due={one} />
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
