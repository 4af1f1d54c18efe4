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

/** Enough to see whether the columns are the right ones. */
const mostShown = 3
const mostNamed = 50

/** The content of a file, the effect of importing it, and what would be lost. */
export const ClausePreview = ({ read: { clauses, losses, missing, leftOut }, would }: Preview) => {
  const { t } = useTranslation('frameworks')
  const lost = lossNames.filter(name => losses[name] > 0)
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{t('import.read', { count: clauses.length })}</Text>
      <List size="sm" withPadding>
        {clauses.slice(0, mostShown).map(({ clauseKey, title }) => (
          <List.Item key={clauseKey}>
            <Text size="sm" lineClamp={2}>
              <code>{clauseKey}</code> {title}
            </Text>
          </List.Item>
        ))}
        {clauses.length > mostShown && (
          <List.Item>{t('import.unshown', { count: clauses.length - mostShown })}</List.Item>
        )}
      </List>
      <Text size="sm">
        {t('import.assessed', { count: clauses.filter(({ isAssessable }) => isAssessable).length })}
      </Text>
      <Text size="sm">
        {t('import.would', {
          added: would.added,
          changed: would.changed,
          withdrawn: would.withdrawn,
          unchanged: would.unchanged,
        })}
      </Text>
      {missing.map(({ kind, names }) => (
        <Text key={kind} size="sm" fw={500}>
          {t(`import.missing.${kind}`, { count: names.length })} {names.slice(0, mostNamed).join(', ')}
          {names.length > mostNamed && t('import.more', { count: names.length - mostNamed })}
        </Text>
      ))}
      {leftOut.map(({ kind, names }) => (
        <Text key={kind} size="sm" c="dimmed">
          {t(`import.leftOut.${kind}`)} {names.slice(0, mostNamed).join(', ')}
          {names.length > mostNamed && t('import.more', { count: names.length - mostNamed })}
        </Text>
      ))}
      {lost.map(name => (
        <Text key={name} size="sm" c="dimmed">
          {t(`import.losses.${name}`, { count: losses[name] })}
        </Text>
      ))}
    </Stack>
  )
}
