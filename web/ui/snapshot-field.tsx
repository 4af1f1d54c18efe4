import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Input,
  JsonInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Line {
  readonly id: number
  readonly name: string
  readonly value: string
}

/** The input for a snapshot: names and values, or JSON. */
export interface SnapshotDraft {
  readonly form: 'fields' | 'json'
  readonly lines: readonly Line[]
  readonly json: string
}

export const emptySnapshot: SnapshotDraft = { form: 'fields', lines: [{ id: 0, name: '', value: '' }], json: '{}' }

type Snapshot = Readonly<Record<string, unknown>>

const filledLines = ({ lines }: SnapshotDraft): readonly Line[] =>
  lines.filter(({ name, value }) => name.trim() || value)

const parseObject = (text: string): Snapshot | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const hasDuplicates = (draft: SnapshotDraft): boolean => {
  const names = filledLines(draft).map(({ name }) => name.trim())
  return new Set(names).size < names.length
}

/** The entered object. Undefined while the input is invalid. */
export const snapshotOf = (draft: SnapshotDraft): Snapshot | undefined => {
  if (draft.form === 'json') return parseObject(draft.json)
  const lines = filledLines(draft)
  if (hasDuplicates(draft) || lines.some(({ name }) => !name.trim())) return undefined
  return Object.fromEntries(lines.map(({ name, value }) => [name.trim(), value]))
}

interface Props {
  readonly label: string
  readonly hint: string
  readonly value: SnapshotDraft
  readonly onChange: (draft: SnapshotDraft) => void
  /** The server's message about the snapshot. */
  readonly error?: ReactNode
}

const Lines = ({ value, onChange }: Pick<Props, 'value' | 'onChange'>) => {
  const { t } = useTranslation()
  const { lines } = value
  const change = (id: number, changes: Partial<Line>) =>
    onChange({ ...value, lines: lines.map(line => (line.id === id ? { ...line, ...changes } : line)) })
  return (
    <Stack gap={6} align="stretch">
      {lines.map(({ id, name, value: text }, i) => (
        <Group key={id} gap={6} wrap="nowrap">
          <TextInput
            flex={2}
            aria-label={`${t('snapshot.name')} ${i + 1}`}
            placeholder={t('snapshot.name')}
            value={name}
            onChange={event => change(id, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={3}
            aria-label={`${t('snapshot.value')} ${i + 1}`}
            placeholder={t('snapshot.value')}
            value={text}
            onChange={event => change(id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('snapshot.remove', { line: i + 1 })}
            onClick={() => onChange({ ...value, lines: lines.filter(line => line.id !== id) })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {hasDuplicates(value) && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('snapshot.twice')}
        </Text>
      )}
      <Group>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            const id = Math.max(-1, ...lines.map(line => line.id)) + 1
            onChange({ ...value, lines: [...lines, { id, name: '', value: '' }] })
          }}
        >
          {t('snapshot.add')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The field for details of a record: names and values for people, or JSON from another system. */
export const SnapshotField = ({ label, hint, value, onChange, error }: Props) => {
  const { t } = useTranslation()
  const switchTo = (form: SnapshotDraft['form']) => {
    const snapshot = snapshotOf(value)
    onChange({ ...value, form, ...(form === 'json' && snapshot && { json: JSON.stringify(snapshot, null, 2) }) })
  }
  return (
    <Fieldset legend={label} variant="unstyled">
      <Group justify="space-between" mb={6} gap={6}>
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('snapshot.form')}
          value={value.form}
          onChange={form => switchTo(form === 'json' ? 'json' : 'fields')}
          data={[
            { value: 'fields', label: t('snapshot.fields') },
            { value: 'json', label: t('snapshot.json') },
          ]}
        />
      </Group>
      {error && <Input.Error>{error}</Input.Error>}
      {value.form === 'fields' ? (
        <Lines value={value} onChange={onChange} />
      ) : (
        <JsonInput
          aria-label={t('snapshot.json')}
          value={value.json}
          onChange={json => onChange({ ...value, json })}
          error={parseObject(value.json) === undefined && t('snapshot.invalid')}
          autosize
          minRows={3}
          maxRows={12}
        />
      )}
    </Fieldset>
  )
}
