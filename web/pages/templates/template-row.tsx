import { Badge, Box, Checkbox, Flex, Group, Text } from '@mantine/core'
import { IconCalendarRepeat, IconFileCheck, IconUserCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/display.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import type { RequirementTemplate, SchemeKey, TemplateScheme } from './model.ts'

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Group gap={4} wrap="nowrap">
    {icon}
    <span>{children}</span>
  </Group>
)

interface Props {
  readonly template: RequirementTemplate
  readonly schemes: readonly TemplateScheme[]
  /** The scheme whose references are shown. Other schemes are only named. */
  readonly scheme: SchemeKey | undefined
  readonly checked: boolean
  /** Called when the template is selected; undefined if the person may not create requirements. */
  readonly onCheck: ((checked: boolean) => void) | undefined
}

/** A template: what proof is requested, where it comes from, and what it answers. */
export const TemplateRow = ({ template, schemes, scheme, checked, onCheck }: Props) => {
  const { t } = useTranslation('templates')
  const { number } = useFormat()
  const { key, title, proof, source, owner, validityDays, answers, requirement } = template
  const shownClauses = answers.find(answer => answer.scheme === scheme)?.clauses ?? []
  const others = schemes
    .filter(one => one.scheme !== scheme && answers.some(answer => answer.scheme === one.scheme))
    .map(({ title }) => title.split(',')[0])
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" py="xs">
      {onCheck && (
        <Checkbox
          mt={2}
          aria-label={title}
          checked={checked || requirement !== null}
          disabled={requirement !== null}
          onChange={event => onCheck(event.currentTarget.checked)}
        />
      )}
      <Box miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {title}
          </Text>
          {requirement && (
            <AnchorLink
              to="/evidence/requirements/$requirementId"
              params={{ requirementId: requirement.id }}
              fz="xs"
              aria-label={t('row.openAdded', { title })}
            >
              {t('row.added')}
            </AnchorLink>
          )}
          {shownClauses.map(reference => (
            <Badge key={reference} size="sm" variant="default">
              {reference}
            </Badge>
          ))}
        </Group>
        <Text size="sm">{proof}</Text>
        <Flex wrap="wrap" align="center" columnGap="md" rowGap={2} mt={4} fz="xs" c="dimmed">
          <Fact icon={<IconFileCheck size={14} aria-hidden />}>{source}</Fact>
          <Fact icon={<IconCalendarRepeat size={14} aria-hidden />}>
            {t('row.validity', { count: validityDays, days: number(validityDays) })}
          </Fact>
          <Fact icon={<IconUserCircle size={14} aria-hidden />}>{owner}</Fact>
          <code>{key}</code>
        </Flex>
        {others.length > 0 && (
          <Text size="xs" c="dimmed" mt={2}>
            {t(scheme ? 'row.alsoAnswers' : 'row.answers', { schemes: others.join(', ') })}
          </Text>
        )}
      </Box>
    </Group>
  )
}
