import { Badge, Group, Radio, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SchemeKey, TemplateScheme } from './model.ts'

interface CardProps {
  readonly value: string
  readonly title: string
  readonly text: string
  readonly added?: boolean
}

const SchemeCard = ({ value, title, text, added = false }: CardProps) => {
  const { t } = useTranslation('templates')
  return (
    <Radio.Card value={value} p="sm" radius="md">
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <Radio.Indicator size="xs" mt={3} />
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {text}
          </Text>
          {added && (
            <Badge size="sm" color="teal" mt={4}>
              {t('scheme.added')}
            </Badge>
          )}
        </div>
      </Group>
    </Radio.Card>
  )
}

interface Props {
  readonly schemes: readonly TemplateScheme[]
  readonly value: SchemeKey | undefined
  readonly onChange: (scheme: SchemeKey | undefined) => void
}

/** Chooses the scheme whose templates are listed, or all of them. */
export const SchemeCards = ({ schemes, value, onChange }: Props) => {
  const { t } = useTranslation('templates')
  return (
    <Radio.Group
      label={t('scheme.label')}
      value={value ?? 'all'}
      onChange={next => onChange(schemes.find(({ scheme }) => scheme === next)?.scheme)}
    >
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="xs" mt={6}>
        {schemes.map(({ scheme, title, templates, clauses, framework }) => (
          <SchemeCard
            key={scheme}
            value={scheme}
            title={title}
            text={`${t('scheme.clauses', { count: clauses })} · ${t('scheme.templates', { count: templates })}`}
            added={framework !== null}
          />
        ))}
        <SchemeCard value="all" title={t('scheme.all')} text={t('scheme.allText')} />
      </SimpleGrid>
    </Radio.Group>
  )
}
