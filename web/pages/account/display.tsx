import { NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { isLanguage, languages } from '#web/i18n/index.ts'
import { useChooseDisplay } from '#web/ui/choose-display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { browserTimeZone, createFormat, localeOf, timeZones } from '#web/ui/format.ts'

const dateFormats = [null, 'iso', 'day_month_year'] as const

/** The person's own language, time zone and date format; each change applies at once. */
export const Display = () => {
  const { t, i18n } = useTranslation('account')
  const { display } = useSession()
  const { choose, error } = useChooseDisplay()
  const locale = localeOf(i18n.language, navigator.languages)
  const now = new Date()
  return (
    <Stack maw={360}>
      <ErrorNote error={error} />
      <NativeSelect
        label={t('display.language')}
        value={display.language ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ ...display, language: isLanguage(value) ? value : null })}
        data={[
          { value: '', label: t('display.browser') },
          ...Object.entries(languages).map(([value, label]) => ({ value, label })),
        ]}
      />
      <NativeSelect
        label={t('display.timeZone')}
        value={display.timeZone ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ ...display, timeZone: value || null })}
        data={[
          { value: '', label: t('display.browserZone', { zone: browserTimeZone() }) },
          ...[...new Set([...timeZones(), 'UTC', display.timeZone ?? 'UTC'])].sort(),
        ]}
      />
      <NativeSelect
        label={t('display.dateFormat')}
        value={display.dateFormat ?? ''}
        onChange={({ currentTarget: { value } }) =>
          choose({ ...display, dateFormat: dateFormats.find(format => format === value) ?? null })
        }
        data={dateFormats.map(dateFormat => ({
          value: dateFormat ?? '',
          label: createFormat(locale, { timeZone: display.timeZone, dateFormat }).moment(now),
        }))}
      />
    </Stack>
  )
}
