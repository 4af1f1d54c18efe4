import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LeftOut } from '#client/import/clauses.ts'
import type { Schemas } from '#web/api/client.ts'

interface Props {
  readonly effect: Schemas['MappingImport']
  readonly relations: number
  readonly leftOut: readonly LeftOut[]
}

const namedFields = [
  'sourceMissing',
  'targetMissing',
  'unanswered',
  'notAssessable',
  'unknownRelationships',
  'overLimit',
] as const

const maxNames = 50

/** Shows the links that a mapping would add, and its relations that would add none. */
export const MappingPreview = ({ effect, relations, leftOut }: Props) => {
  const { t } = useTranslation('frameworks')
  const { added, wholly, partly, present, unrelated } = effect
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{t('mapping.read', { count: relations })}</Text>
      <Text size="sm">{t('mapping.would', { count: added, wholly, partly })}</Text>
      {present > 0 && <Text size="sm">{t('mapping.present', { count: present })}</Text>}
      {unrelated > 0 && <Text size="sm">{t('mapping.unrelated', { count: unrelated })}</Text>}
      {namedFields
        .filter(name => effect[name].count > 0)
        .map(name => {
          const { count, names } = effect[name]
          const shownNames = names.slice(0, maxNames)
          return (
            <Text key={name} size="sm" fw={500}>
              {t(`mapping.named.${name}`, { count })} {shownNames.join(', ')}
              {count > shownNames.length && t('import.more', { count: count - shownNames.length })}
            </Text>
          )
        })}
      {leftOut.map(({ kind, names }) => (
        <Text key={kind} size="sm" c="dimmed">
          {t(`import.leftOut.${kind}`)} {names.slice(0, maxNames).join(', ')}
          {names.length > maxNames && t('import.more', { count: names.length - maxNames })}
        </Text>
      ))}
    </Stack>
  )
}
