import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { partsOf } from './event-type.ts'

type NamedType = Pick<Schemas['WebhookEventType'], 'type' | 'description'>

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The names of resources and the texts of events in the user's language; unknown events keep their own description.
 */
export const useEventWords = () => {
  const { i18n } = useTranslation('webhooks')
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = i18n.getResource(
    i18n.language,
    'webhooks',
    'eventWords',
  )
  return {
    groupOf: (resource: string) => words[resource]?.group ?? capitalize(resource),
    textOf: ({ type, description }: NamedType) => {
      const { resource, verb } = partsOf(type)
      return words[resource]?.[verb] ?? description
    },
  }
}
