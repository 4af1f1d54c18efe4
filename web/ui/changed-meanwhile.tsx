import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorEnvelope, errorId } from '#web/api/client.ts'
import { type Difference, differencesOf, isVersioned, type Versioned } from '#web/api/version.ts'
import type { common } from '#web/i18n/en/common.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ErrorNote } from './failures.tsx'
import { useIsNamed } from './is-named.ts'
import { Time, useFormatTime } from './time.tsx'

type Field = keyof (typeof common)['changed']['field']

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Fields with translated values, and the group of their texts. */
const translatedFields: Readonly<Record<string, 'status' | 'role'>> = {
  status: 'status',
  role: 'role',
  defaultRole: 'role',
}

/** Formats a field's value for the user. */
const useFormatValue = () => {
  const { t, i18n } = useTranslation()
  const format = useFormatTime()
  const formatValue = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('changed.nothing')
    if (typeof value === 'boolean') return t(value ? 'changed.yes' : 'changed.no')
    if (Array.isArray(value)) return value.map(item => formatValue(name, item)).join(', ')
    if (typeof value === 'object') return 'name' in value ? String(value.name) : JSON.stringify(value)
    const text = String(value)
    if (timestamp.test(text)) return format(text)
    const key = `${translatedFields[name]}.${text}`
    return i18n.exists(key) ? t(key as 'status.draft') : text
  }
  return formatValue
}

const Differences = ({ rows }: { rows: readonly Difference[] }) => {
  const { t } = useTranslation()
  const formatValue = useFormatValue()
  const columns: readonly Column<Difference>[] = [
    { key: 'what', header: t('changed.what'), render: ({ name }) => t(`changed.field.${name as Field}`) },
    { key: 'seen', header: t('changed.seen'), render: ({ name, before }) => formatValue(name, before) },
    { key: 'now', header: t('changed.now'), render: ({ name, after }) => formatValue(name, after) },
  ]
  return <DataTable label={t('changed.title')} columns={columns} rows={rows} rowKey={({ path }) => path} />
}

const LastChange = ({ action, at, by }: NonNullable<ErrorEnvelope['changed']>) => {
  const { t } = useTranslation()
  return (
    <Text size="sm">
      {t('changed.by', { who: by.name ?? by.id })} <Time at={at} /> (<code>{action}</code>)
    </Text>
  )
}

interface Props {
  readonly error: unknown
  /** The record that the change is based on. */
  readonly base: Versioned | undefined
  readonly busy: boolean
  /** Sends the change again, for the record's current version. */
  readonly resend: (current: Versioned) => void
  /** Discards the change and keeps the current record. */
  readonly discard: () => void
}

// Scrolls to the note, because readers would overlook it below a long form.
const scrollIntoView = (note: HTMLElement | null): void => note?.scrollIntoView({ block: 'nearest' })

const ChangedMeanwhile = ({ error, base, busy, resend, discard }: Props) => {
  const { t } = useTranslation()
  const { changed, current }: Partial<ErrorEnvelope> = Object(error)
  const rows = differencesOf(base, current, useIsNamed())
  return (
    <Alert ref={scrollIntoView} color="yellow" role="alert" icon={<IconAlertTriangle />} title={t('changed.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('changed.text')}</Text>
        {changed && <LastChange {...changed} />}
        {rows.length > 0 ? <Differences rows={rows} /> : <Text size="sm">{t('changed.elsewhere')}</Text>}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={discard}>
            {t('changed.take')}
          </Button>
          {current && isVersioned(current) && (
            <Button size="xs" color="yellow" variant="outline" loading={busy} onClick={() => resend(current)}>
              {t('changed.again')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

/** Explains why a change was not saved: someone else changed the record first, or another error. */
export const ChangeError = (props: Props): ReactNode =>
  errorId(props.error) === 'precondition_failed' ? <ChangedMeanwhile {...props} /> : <ErrorNote error={props.error} />
