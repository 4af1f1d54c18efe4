import { Checkbox, List, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '#web/ui/fold.tsx'
import { Section } from '#web/ui/section.tsx'
import { byTopic, isOpen, type RequirementTemplate, type SchemeKey, type TemplateScheme } from './model.ts'
import { TemplateRow } from './template-row.tsx'

/** Folds a topic on phones, unless its templates were searched. */
const Folded = ({ label, opened, children }: { label: string; opened: boolean; children: ReactNode }) => {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return isNarrow && !opened ? <Fold label={label}>{children}</Fold> : children
}

interface Props {
  readonly templates: readonly RequirementTemplate[]
  readonly schemes: readonly TemplateScheme[]
  readonly scheme: SchemeKey | undefined
  /** Whether the templates are those that match a text. */
  readonly searching: boolean
  readonly selectedKeys: ReadonlySet<string>
  /** Called when templates are selected; undefined if the person may not create requirements. */
  readonly onChoose: ((keys: readonly string[], isSelected: boolean) => void) | undefined
}

const Topic = ({ title, templates, ...props }: Props & { readonly title: string }) => {
  const { t } = useTranslation('templates')
  const { selectedKeys, onChoose } = props
  const open = templates.filter(isOpen).map(({ key }) => key)
  const count = open.filter(key => selectedKeys.has(key)).length
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
      <Folded label={t('list.templates', { count: templates.length })} opened={props.searching}>
        <List listStyleType="none">
          {templates.map(template => (
            <TemplateRow
              key={template.key}
              template={template}
              schemes={props.schemes}
              scheme={props.scheme}
              checked={selectedKeys.has(template.key)}
              onCheck={onChoose && (checked => onChoose([template.key], checked))}
            />
          ))}
        </List>
      </Folded>
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
