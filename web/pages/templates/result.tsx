import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import type { TemplateResult } from './model.ts'

type NamedRequirement = TemplateResult['created'][number]

const Names = ({ title, records }: { title: string; records: readonly NamedRequirement[] }) => (
  <details>
    <summary>{title}</summary>
    <List size="sm" mt="xs">
      {records.map(({ id, requirementKey, title }) => (
        <List.Item key={id}>
          <AnchorLink to="/evidence/requirements/$requirementId" params={{ requirementId: id }}>
            <code>{requirementKey}</code> {title}
          </AnchorLink>
        </List.Item>
      ))}
    </List>
  </details>
)

/** The result of creating requirements from templates: the new requirements, the existing ones, and the framework. */
export const Result = ({ result, onMore }: { result: TemplateResult; onMore: () => void }) => {
  const { t } = useTranslation('templates')
  const { created, skipped, framework } = result
  return (
    <Section title={t('result.title', { count: created.length })} takesFocus>
      <Stack gap="sm">
        {framework && (
          <Text size="sm">
            {t(framework.isNew ? 'result.frameworkNew' : 'result.framework', {
              framework: framework.title,
              count: framework.answered,
              links: framework.links,
            })}
          </Text>
        )}
        {framework && framework.raised > 0 && <Text size="sm">{t('result.raised', { count: framework.raised })}</Text>}
        {framework && framework.leftOut.length > 0 && (
          <Text size="sm">
            {t('result.leftOut', { count: framework.leftOut.length, names: framework.leftOut.join(', ') })}
          </Text>
        )}
        {created.length > 0 && <Names title={t('result.created', { count: created.length })} records={created} />}
        {skipped.length > 0 && <Names title={t('result.skipped', { count: skipped.length })} records={skipped} />}
        <Group gap="xs">
          {framework && (
            <ButtonLink to="/governance/frameworks/$frameworkId" params={{ frameworkId: framework.id }}>
              {t('result.openFramework')}
            </ButtonLink>
          )}
          <ButtonLink to="/evidence" variant={framework ? 'default' : 'filled'}>
            {t('result.openBoard')}
          </ButtonLink>
          <Button variant="subtle" onClick={onMore}>
            {t('result.more')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
