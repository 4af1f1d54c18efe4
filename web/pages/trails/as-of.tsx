import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#web/pages/exports/export-button.tsx'
import { endOfMinute, toLocal } from '#web/ui/local-moment.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import { ClaimsThen } from './claims-then.tsx'
import { PackagesThen } from './packages-then.tsx'

const route = getRouteApi('/app/trails/as-of')

const tables = { claims: ClaimsThen, packages: PackagesThen } as const

/** The end of the reader's yesterday. */
const yesterday = (): string => new Date(new Date().setHours(0, 0, 0, -1)).toISOString()

const inFull = { dateStyle: 'full', timeStyle: 'long' } as const

interface MomentProps {
  readonly at: string
  readonly onChange: (at: string) => void
}

/** Applied on leaving the field or on Enter, since each typed digit would be a different moment. */
const MomentField = ({ at, onChange }: MomentProps) => {
  const { t } = useTranslation('trails')
  const shown = toLocal(at)
  const [typed, setTyped] = useState(shown)
  useEffect(() => setTyped(shown), [shown])
  const apply = () => {
    const end = endOfMinute(typed)
    if (end && typed !== shown) onChange(end)
  }
  return (
    <TextInput
      type="datetime-local"
      size="xs"
      w={220}
      label={t('asOf.moment')}
      max={toLocal(new Date())}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={event => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

/** Records as they stood at a moment of the past; the moment is in the address, so that others see the same. */
export const AsOf = () => {
  const { t } = useTranslation('trails')
  const format = useFormatTime()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [otherwise] = useState(yesterday)
  const at = search.at ?? otherwise
  const what = search.what === 'packages' ? 'packages' : 'claims'
  const Shown = tables[what]
  return (
    <>
      <PageHeader title={t('asOf.title')} description={t('asOf.description')}>
        <ExportButton scope={{ kind: 'asOf', at }} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => globalThis.print()}
        >
          {t('asOf.print')}
        </Button>
      </PageHeader>
      <Stack gap="sm" mb="sm" align="flex-start" className="no-print">
        <SegmentedControl
          size="xs"
          aria-label={t('asOf.what')}
          value={what}
          onChange={chosen => navigate({ search: { at, what: chosen } })}
          data={[
            { value: 'claims', label: t('asOf.claims') },
            { value: 'packages', label: t('asOf.packages') },
          ]}
        />
        <MomentField at={at} onChange={moment => navigate({ search: { ...search, at: moment } })} />
      </Stack>
      <Text fw={600} mb="xs" aria-live="polite">
        {t('asOf.stood', { moment: format(at, inFull), utc: at })}
      </Text>
      <Shown at={at} />
      <Text size="xs" c="dimmed" mt="md" maw={720}>
        {t('asOf.meaning')}
      </Text>
    </>
  )
}
