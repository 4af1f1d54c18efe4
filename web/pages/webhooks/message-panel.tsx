import { Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#web/ui/copy.tsx'

interface Props {
  readonly title: string
  /** Method and address, or the status line. */
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Shown instead of a missing body. */
  readonly absent: string
}

/** The indented text if it is JSON, else undefined. */
const pretty = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

/** A request or a response: its headers, and its body as it was or laid out. */
export const MessagePanel = ({ title, line, headers, body, absent }: Props) => {
  const { t } = useTranslation('webhooks')
  const [raw, setRaw] = useState(false)
  const laidOut = body === null ? undefined : pretty(body)
  const entries = Object.entries(headers)
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm" ff="monospace" className="digest">
        {line}
      </Text>
      {entries.length > 0 && (
        <Table aria-label={`${title}: ${t('delivery.headers')}`} fz="xs" verticalSpacing={2}>
          <Table.Tbody>
            {entries.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={500} w={180} ff="monospace">
                  {name}
                </Table.Th>
                <Table.Td ff="monospace" className="digest">
                  {value}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {body ? (
        <>
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {t('delivery.body')}
            </Text>
            {laidOut !== undefined && (
              <SegmentedControl
                size="xs"
                aria-label={t('delivery.layout')}
                value={raw ? 'raw' : 'pretty'}
                onChange={value => setRaw(value === 'raw')}
                data={[
                  { value: 'pretty', label: t('delivery.pretty') },
                  { value: 'raw', label: t('delivery.raw') },
                ]}
              />
            )}
          </Group>
          <CodeBlock text={raw ? body : (laidOut ?? body)} label={`${title}: ${t('delivery.body')}`} wrap={raw} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {absent}
        </Text>
      )}
    </Stack>
  )
}
