import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '#web/ui/fold.tsx'
import type { Form } from '#web/ui/form.ts'
import { SnapshotField } from '#web/ui/snapshot-field.tsx'
import { type ClaimFields, type Derived, type DerivedName, derivedNames, fieldValue } from './claim-input.ts'

const parts = {
  subject: ['subjectModuleKey', 'subjectResourceType', 'subjectResourceId', 'subjectVersionId'],
  source: ['sourceModuleKey', 'sourceResourceType', 'sourceResourceId', 'sourceVersionId'],
} as const

const labels = ['module', 'type', 'resourceId', 'version'] as const

const names = [...derivedNames, 'subjectVersionId', 'sourceVersionId', 'sourceSnapshot', 'claimSnapshot'] as const

const isDerived = (name: string): name is DerivedName => derivedNames.some(derived => derived === name)

interface Props {
  readonly form: Form<ClaimFields>
  readonly derived: Derived
}

/** The fields of a claim that are derived from the others, for people who need to change them. */
export const ClaimDetails = ({ form, derived }: Props) => {
  const { t } = useTranslation('evidence')
  const propsOf = (name: (typeof parts)['subject' | 'source'][number] | 'claimKey') => {
    if (!isDerived(name)) return form.getInputProps(name)
    return {
      ...form.getInputProps(name),
      required: true,
      value: fieldValue(name, form.values, derived),
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        form.setFieldValue(name, value)
        form.setFieldValue('edited', [...new Set([...form.getValues().edited, name])])
      },
    }
  }
  return (
    <Fold label={t('form.details')} forceOpen={names.some(name => form.errors[name])}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('form.detailsText')}
        </Text>
        <TextInput label={t('form.claimKey')} description={t('form.claimKeyHint')} {...propsOf('claimKey')} />
        {(['subject', 'source'] as const).map(part => (
          <Fieldset key={part} legend={t(`form.${part}`)}>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {parts[part].map((name, i) => (
                <TextInput key={name} label={t(`form.${labels[i] ?? 'version'}`)} {...propsOf(name)} />
              ))}
            </SimpleGrid>
          </Fieldset>
        ))}
        {(['sourceSnapshot', 'claimSnapshot'] as const).map(name => (
          <SnapshotField
            key={name}
            label={t(`form.${name}`)}
            hint={t(`form.${name}Hint`)}
            value={form.values[name]}
            onChange={value => form.setFieldValue(name, value)}
            error={form.errors[name]}
          />
        ))}
      </Stack>
    </Fold>
  )
}
