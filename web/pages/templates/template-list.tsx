import { Checkbox, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '#web/ui/section.tsx'
import { byTopic, isOpen, type RequirementTemplate, type SchemeKey, type TemplateScheme } from './model.ts'
import { TemplateRow } from './template-row.tsx'

interface Props {
  readonly templates: readonly RequirementTemplate[]
  readonly schemes: readonly TemplateScheme[]
  readonly scheme: SchemeKey | undefined
  readonly chosen: ReadonlySet<string>
  /** Undefined if the person may not create requirements. */
  readonly onChoose: ((keys: readonly string[], chosen: boolean) => void) | undefined
}

const Topic = ({ title, templates, ...props }: Props & { readonly title: string }) => {
  const { t } = useTranslation('templates')
  const { chosen, onChoose } = props
  const open = templates.filter(isOpen).map(({ key }) => key)
  const count = open.filter(key => chosen.has(key)).length
  return (
    <Section
      title={title}
      actions={
        onChoose && open.length > 0 ? (
          <Checkbox
            label={t('list.topic', { chosen: count, count: open.length })}
            aria-label={t('list.allOf', { topic: title })}
            checked={count === open.length}
            indeterminate={count > 0 && count < open.length}
            onChange={event => onChoose(open, event.currentTarget.checked)}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('list.templates', { count: templates.length })}
          </Text>
        )
      }
    >
      <List listStyleType="none">
        {templates.map(template => (
          <TemplateRow
            key={template.key}
            template={template}
            schemes={props.schemes}
            scheme={props.scheme}
            checked={chosen.has(template.key)}
            onCheck={onChoose && (checked => onChoose([template.key], checked))}
          />
        ))}
      </List>
    </Section>
  )
}

/** The templates by topic. */
export const TemplateList = (props: Props) => (
  <Stack>
    {[...byTopic(props.templates)].map(([topic, templates]) => (
      <Topic key={topic} {...props} title={topic} templates={templates} />
    ))}
  </Stack>
)
