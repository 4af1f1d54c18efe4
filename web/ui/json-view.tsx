import { Code, Text } from '@mantine/core'
import { Breakable } from './breakable.tsx'
import { FactList } from './facts.tsx'

const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Shows a snapshot: a flat one as names and values, any other as indented JSON. */
export const JsonView = ({ value, label }: { value: Readonly<Record<string, unknown>>; label: string }) => {
  const entries = Object.entries(value)
  if (entries.length === 0)
    return (
      <Text c="dimmed" size="sm">
        –
      </Text>
    )
  if (entries.every(([, field]) => isFlat(field)))
    return <FactList entries={entries.map(([name, field]) => [name, String(field)])} />
  return (
    <Code block tabIndex={0} role="region" aria-label={label} className="wrapped">
      <Breakable text={JSON.stringify(value, null, 2)} />
    </Code>
  )
}
