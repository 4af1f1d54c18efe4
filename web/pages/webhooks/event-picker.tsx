import { Checkbox, Fieldset, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { resourceOf } from './webhook.ts'

type EventType = Schemas['WebhookEventType']

interface Props {
  readonly types: readonly EventType[]
  readonly chosen: readonly string[]
  readonly onChange: (types: readonly string[]) => void
  /** Whether `*` is served (unversioned form). */
  readonly offersAll: boolean
  readonly error?: ReactNode
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Event types to subscribe to, by what they are about. */
export const EventPicker = ({ types, chosen, onChange, offersAll, error }: Props) => {
  const { t } = useTranslation('webhooks')
  const everything = chosen.includes('*')
  const groups = Map.groupBy(types, ({ type }) => resourceOf(type))
  const toggle = (names: readonly string[], on: boolean) =>
    onChange([...chosen.filter(name => !names.includes(name)), ...(on ? names : [])])
  return (
    <Fieldset legend={t('form.events')} p="sm">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('form.eventsHint')}
        </Text>
        {error && (
          <Text size="sm" c="error" role="alert">
            {error}
          </Text>
        )}
        {offersAll && (
          <Checkbox
            size="sm"
            label={t('form.everything')}
            description={t('form.everythingHint')}
            checked={everything}
            onChange={event => onChange(event.currentTarget.checked ? ['*'] : [])}
          />
        )}
        {!everything &&
          [...groups].map(([resource, members]) => {
            const names = members.map(({ type }) => type)
            const count = names.filter(name => chosen.includes(name)).length
            return (
              <Stack key={resource} gap={6} role="group" aria-label={sentence(resource)}>
                <Checkbox
                  size="sm"
                  fw={600}
                  label={sentence(resource)}
                  checked={count === names.length}
                  indeterminate={count > 0 && count < names.length}
                  onChange={event => toggle(names, event.currentTarget.checked)}
                />
                {members.map(({ type, description }) => (
                  <Checkbox
                    key={type}
                    size="sm"
                    ml="lg"
                    label={<code>{type}</code>}
                    description={description}
                    checked={chosen.includes(type)}
                    onChange={event => toggle([type], event.currentTarget.checked)}
                  />
                ))}
              </Stack>
            )
          })}
      </Stack>
    </Fieldset>
  )
}
