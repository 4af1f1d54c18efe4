import { Checkbox, Fieldset, Group, Input, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allScopes, type Scope } from './scopes.ts'

interface Props {
  readonly value: readonly Scope[]
  readonly onChange: (scopes: Scope[]) => void
  /** The server's message about the scopes. */
  readonly error?: ReactNode
}

/** Selects the scopes of a service account, grouped by resource. */
export const ScopeFields = ({ value, onChange, error }: Props) => {
  const { t } = useTranslation('access')
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter(other => other !== scope) : [...value, scope])
  return (
    <Fieldset legend={t('scopes.legend')}>
      <Stack gap="xs">
        {error && <Input.Error>{error}</Input.Error>}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="xs">
          {allScopes.map(({ resource, scopes }) => (
            <Fieldset key={resource} variant="unstyled" legend={t(`scopes.resources.${resource}.name`)}>
              <Group gap="xs" align="flex-start">
                {scopes.map(({ scope, level }) => (
                  <Checkbox
                    key={scope}
                    size="xs"
                    label={t(`scopes.levels.${level}`)}
                    description={<code>{scope}</code>}
                    checked={value.includes(scope)}
                    onChange={() => toggle(scope)}
                  />
                ))}
              </Group>
              <Text size="xs" c="dimmed">
                {t(`scopes.resources.${resource}.text`)}
              </Text>
            </Fieldset>
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}

/** Summarizes scopes: "Evidence: read, write". */
export const ScopeSummary = ({ scopes }: { readonly scopes: readonly Scope[] }) => {
  const { t } = useTranslation('access')
  const summaries = allScopes
    .map(({ resource, scopes: resourceScopes }) => ({
      resource,
      levels: resourceScopes
        .filter(({ scope }) => scopes.includes(scope))
        .map(({ level }) => t(`scopes.levels.${level}`)),
    }))
    .filter(({ levels }) => levels.length > 0)
    .map(({ resource, levels }) => `${t(`scopes.resources.${resource}.name`)}: ${levels.join(', ')}`)
  return summaries.join(' · ')
}
