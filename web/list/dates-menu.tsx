import { Button, Popover, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { rangeParameters } from './search.ts'

/** A field whose times can limit the list. For `createdAt`, the parameters are `createdAtFrom` and `createdAtTo`. */
export interface DateRange {
  readonly name: string
  readonly label: string
}

interface Props {
  readonly ranges: readonly DateRange[]
  readonly values: Readonly<Record<string, string | undefined>>
  readonly onChange: (name: string, value: string) => void
}

const ends = ['From', 'To'] as const

/** Limits a list to ranges of times. The start of a range is included, its end is not. */
export const DatesMenu = ({ ranges, values, onChange }: Props) => {
  const { t } = useTranslation('lists')
  const count = rangeParameters(ranges.map(({ name }) => name)).filter(name => values[name]).length
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconCalendar size={14} aria-hidden />}>
          {count > 0 ? t('dates.openSet', { count }) : t('dates.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dates.open')}>
        <Stack gap="xs">
          {ranges.flatMap(range =>
            ends.map(end => (
              <MomentField
                key={`${range.name}${end}`}
                size="xs"
                label={t(`dates.${end}`, { field: range.label })}
                description={null}
                value={toLocal(values[`${range.name}${end}`])}
                onChange={value => onChange(`${range.name}${end}`, fromLocal(value) ?? '')}
              />
            )),
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
