import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Breakable } from '#web/ui/breakable.tsx'
import { CodeBlock } from '#web/ui/copy.tsx'
import { parseJson } from './parse-json.ts'

interface Props {
  readonly title: string
  /** The method and address of a request, or the status line of a response. */
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Shown instead of a missing body. */
  readonly absent: string
}

/** Indents text if it is JSON; otherwise returns undefined. */
const indentJson = (text: string): string | undefined => {
  const value = parseJson(text)
  return value === undefined ? undefined : JSON.stringify(value, null, 2)
}

/** A request or response, with its headers and its body, raw or indented. */
export const MessagePanel = ({ title, line, headers, body, absent }: Props) => {
  const { t } = useTranslation('webhooks')
  const [isRaw, setRaw] = useState(false)
  const indented = body === null ? undefined : indentJson(body)
  const entries = Object.entries(headers)
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm" ff="monospace" className="digest">
        <Breakable text={line} />
      </Text>
      {entries.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t('delivery.headers')}
          </Text>
          <dl className="facts headers">
            {entries.map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd className="digest">
                  <Breakable text={value} />
                </dd>
              </Fragment>
            ))}
          </dl>
        </>
      )}
      {body ? (
        <>
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {t('delivery.body')}
            </Text>
            {indented !== undefined && (
              <SegmentedControl
                size="xs"
                aria-label={t('delivery.layout')}
                value={isRaw ? 'raw' : 'pretty'}
                onChange={value => setRaw(value === 'raw')}
                data={[
                  { value: 'pretty', label: t('delivery.pretty') },
                  { value: 'raw', label: t('delivery.raw') },
                ]}
              />
            )}
          </Group>
          <CodeBlock text={isRaw ? body : (indented ?? body)} label={`${title}: ${t('delivery.body')}`} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {absent}
        </Text>
      )}
    </Stack>
  )
}
