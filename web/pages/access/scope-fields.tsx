import { Accordion, Checkbox, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { allScopes, type ResourceScopes, type Scope, served } from './scopes.ts'

interface Props {
  readonly value: readonly Scope[]
  readonly onChange: (scopes: Scope[]) => void
}

const Rows = ({ rows, value, onChange }: Props & { readonly rows: readonly ResourceScopes[] }) => {
  const { t } = useTranslation('access')
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter(held => held !== scope) : [...value, scope])
  return (
    <Stack gap="xs">
      {rows.map(({ resource, scopes }) => (
        <Fieldset key={resource} variant="unstyled" legend={t(`scopes.resources.${resource}.name`)}>
          <Group gap="lg" align="flex-start">
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
    </Stack>
  )
}

const now = allScopes.filter(({ resource }) => served.has(resource))
const later = allScopes.filter(({ resource }) => !served.has(resource))

/** What a service account may do, chosen by resource. */
export const ScopeFields = ({ value, onChange }: Props) => {
  const { t } = useTranslation('access')
  const opened = later.some(({ scopes }) => scopes.some(({ scope }) => value.includes(scope)))
  return (
    <Fieldset legend={t('scopes.legend')}>
      <Rows rows={now} value={value} onChange={onChange} />
      <Accordion variant="default" defaultValue={opened ? 'later' : null} mt="sm" order={3}>
        <Accordion.Item value="later">
          <Accordion.Control>{t('scopes.others')}</Accordion.Control>
          <Accordion.Panel>
            <Text size="xs" c="dimmed" mb="xs">
              {t('scopes.othersText')}
            </Text>
            <Rows rows={later} value={value} onChange={onChange} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Fieldset>
  )
}

/** Scopes in a few words: "Evidence: read, write". */
export const ScopeWords = ({ scopes }: { scopes: readonly string[] }) => {
  const { t } = useTranslation('access')
  return scopes.length === 0
    ? '–'
    : allScopes
        .map(({ resource, scopes: known }) => ({
          resource,
          levels: known.filter(({ scope }) => scopes.includes(scope)).map(({ level }) => t(`scopes.levels.${level}`)),
        }))
        .filter(({ levels }) => levels.length > 0)
        .map(({ resource, levels }) => `${t(`scopes.resources.${resource}.name`)}: ${levels.join(', ')}`)
        .join(' · ')
}
