import { Code, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Finding } from './model.ts'

const LastSeen = ({ startLine, endLine, snippet, seenAt }: NonNullable<Finding['lastSeen']>) => {
  const { t } = useTranslation('findings')
  const isRange = endLine !== undefined && endLine > startLine
  return (
    <Stack gap="xs">
      <Text size="sm">
        {isRange ? t('seen.lines', { from: startLine, to: endLine }) : t('seen.line', { line: startLine })}
        {' · '}
        <Time at={seenAt} span />
      </Text>
      {snippet && (
        <Code block tabIndex={0} role="region" aria-label={t('seen.snippet')}>
          {snippet}
        </Code>
      )}
    </Stack>
  )
}

/** Shows where the source last saw a finding, and what else it reported under the same fingerprint. */
export const Sightings = ({ finding: { lastSeen, otherWordings } }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  if (!lastSeen && otherWordings.length === 0) return null
  return (
    <Section title={t('seen.title')}>
      <Stack gap="sm">
        {lastSeen && <LastSeen {...lastSeen} />}
        {otherWordings.length > 0 && (
          <>
            <Text size="sm">{t('seen.others')}</Text>
            <List size="sm">
              {otherWordings.map(({ title, subjectResourceType, subjectResourceId }) => (
                <List.Item key={`${title} ${subjectResourceType} ${subjectResourceId}`}>
                  {title} · {subjectResourceType} {subjectResourceId}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </Section>
  )
}
