import { SegmentedControl, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#web/pages/exports/export-button.tsx'
import { endOfMinute, fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PrintButton, PrintDocument } from '#web/ui/print-document.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import { ClaimsAsOf } from './claims-as-of.tsx'
import { PackagesAsOf } from './packages-as-of.tsx'

const route = getRouteApi('/app/trails/as-of')

const tables = { claims: ClaimsAsOf, packages: PackagesAsOf } as const

/** The end of yesterday in the user's time zone. */
const endOfYesterday = (): string => {
  const midnight = fromLocal(`${toLocal(new Date()).slice(0, 10)}T00:00`) ?? ''
  return new Date(Date.parse(midnight) - 1).toISOString()
}

interface TimeFieldProps {
  readonly time: string
  readonly onChange: (time: string) => void
}

/** The time is applied on blur or Enter, because each typed digit would otherwise select a different time. */
const TimeField = ({ time, onChange }: TimeFieldProps) => {
  const { t } = useTranslation('trails')
  const applied = toLocal(time)
  const [text, setText] = useState(applied)
  useEffect(() => setText(applied), [applied])
  const apply = () => {
    const end = endOfMinute(text)
    if (end && text !== applied) onChange(end)
  }
  return (
    <MomentField
      size="xs"
      w={220}
      label={t('asOf.moment')}
      max={toLocal(new Date())}
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={event => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

/** Records as they stood at a time in the past. The address contains the time, so that others see the same. */
export const AsOf = () => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const format = useFormatTime()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [defaultTime] = useState(endOfYesterday)
  const time = search.at ?? defaultTime
  const what = search.what === 'packages' ? 'packages' : 'claims'
  const RecordsAsOf = tables[what]
  return (
    <PrintDocument kind={common('print.kinds.asOf')} asOf={time}>
      <PageHeader title={t('asOf.title')} description={t('asOf.description')}>
        <ExportButton scope={{ kind: 'asOf', at: time }} />
        <PrintButton />
      </PageHeader>
      <Stack gap="sm" mb="sm" align="flex-start" className="no-print">
        <SegmentedControl
          size="xs"
          aria-label={t('asOf.what')}
          value={what}
          onChange={value => navigate({ search: { at: time, what: value } })}
          data={[
            { value: 'claims', label: t('asOf.claims') },
            { value: 'packages', label: t('asOf.packages') },
          ]}
        />
        <TimeField time={time} onChange={at => navigate({ search: { ...search, at } })} />
      </Stack>
      <Text fw={600} mb="xs" aria-live="polite">
        {t('asOf.stood', { moment: format(time, 'zone') })}
      </Text>
      <RecordsAsOf time={time} />
      <Text size="xs" c="dimmed" mt="md" maw={720}>
        {t('asOf.meaning')}
      </Text>
    </PrintDocument>
  )
}
