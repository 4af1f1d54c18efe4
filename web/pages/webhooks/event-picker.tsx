import { Checkbox, Fieldset, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { partsOf } from './event-type.ts'
import { useEventWords } from './use-event-words.ts'

type EventType = Schemas['WebhookEventType']

interface Props {
  readonly types: readonly EventType[]
  readonly selected: readonly string[]
  readonly onChange: (types: readonly string[]) => void
  /** Whether to offer `*`, which only unversioned webhooks accept. */
  readonly allowsWildcard: boolean
  readonly error?: ReactNode
}

/** Selects event types, grouped by resource. */
export const EventPicker = ({ types, selected, onChange, allowsWildcard, error }: Props) => {
  const { t } = useTranslation('webhooks')
  const { groupOf, textOf } = useEventWords()
  const allSelected = selected.includes('*')
  const groups = Map.groupBy(types, ({ type }) => partsOf(type).resource)
  const toggle = (names: readonly string[], isSelected: boolean) =>
    onChange([...selected.filter(name => !names.includes(name)), ...(isSelected ? names : [])])
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
        {allowsWildcard && (
          <Checkbox
            size="sm"
            label={t('form.everything')}
            description={t('form.everythingHint')}
            checked={allSelected}
            onChange={event => onChange(event.currentTarget.checked ? ['*'] : [])}
          />
        )}
        {!allSelected &&
          [...groups].map(([resource, eventTypes]) => {
            const names = eventTypes.map(({ type }) => type)
            const count = names.filter(name => selected.includes(name)).length
            return (
              <Stack key={resource} gap={6} role="group" aria-label={groupOf(resource)}>
                <Checkbox
                  size="sm"
                  fw={600}
                  label={groupOf(resource)}
                  checked={count === names.length}
                  indeterminate={count > 0 && count < names.length}
                  onChange={event => toggle(names, event.currentTarget.checked)}
                />
                {eventTypes.map(eventType => (
                  <Checkbox
                    key={eventType.type}
                    size="sm"
                    ml="lg"
                    label={<code>{eventType.type}</code>}
                    description={textOf(eventType)}
                    checked={selected.includes(eventType.type)}
                    onChange={event => toggle([eventType.type], event.currentTarget.checked)}
                  />
                ))}
              </Stack>
            )
          })}
      </Stack>
    </Fieldset>
  )
}
