import { List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Preview } from './use-clause-preview.ts'

const lossNames = [
  'renamedKeys',
  'cutKeys',
  'cutTitles',
  'cutTexts',
  'lostParents',
  'madeTitles',
  'unknownMarks',
  'unknownDepths',
  'formulas',
  'merged',
  'errors',
  'unformatted',
] as const

/** Three clauses are enough to see whether the columns are right. */
const maxClauses = 3
const maxNames = 50

/** Shows the content of a file, the effect of importing it, and the content that the import would lose. */
export const ClausePreview = ({ content: { clauses, losses, missing, leftOut }, effect }: Preview) => {
  const { t } = useTranslation('frameworks')
  const shownLosses = lossNames.filter(name => losses[name] > 0)
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{t('import.read', { count: clauses.length })}</Text>
      <List size="sm" withPadding>
        {clauses.slice(0, maxClauses).map(({ clauseKey, title }) => (
          <List.Item key={clauseKey}>
            <Text size="sm" lineClamp={2}>
              <code>{clauseKey}</code> {title}
            </Text>
          </List.Item>
        ))}
        {clauses.length > maxClauses && (
          <List.Item>{t('import.unshown', { count: clauses.length - maxClauses })}</List.Item>
        )}
      </List>
      <Text size="sm">
        {t('import.assessed', { count: clauses.filter(({ isAssessable }) => isAssessable).length })}
      </Text>
      {effect && (
        <Text size="sm">
          {t('import.would', {
            added: effect.added,
            changed: effect.changed,
            withdrawn: effect.withdrawn,
            unchanged: effect.unchanged,
          })}
        </Text>
      )}
      {missing.map(({ kind, names }) => (
        <Text key={kind} size="sm" fw={500}>
          {t(`import.missing.${kind}`, { count: names.length })} {names.slice(0, maxNames).join(', ')}
          {names.length > maxNames && t('import.more', { count: names.length - maxNames })}
        </Text>
      ))}
      {leftOut.map(({ kind, names }) => (
        <Text key={kind} size="sm" c="dimmed">
          {t(`import.leftOut.${kind}`)} {names.slice(0, maxNames).join(', ')}
          {names.length > maxNames && t('import.more', { count: names.length - maxNames })}
        </Text>
      ))}
      {shownLosses.map(name => (
        <Text key={name} size="sm" c="dimmed">
          {t(`import.losses.${name}`, { count: losses[name] })}
        </Text>
      ))}
    </Stack>
  )
}
