import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import type { Form } from '#web/ui/form.ts'
import type { Schedule, ScheduleFields } from './schedule-model.ts'

export type SectorRule = Schemas['SectorRule']

const entityKinds = [
  'creditInstitution',
  'centralCounterparty',
  'tradingVenueOperator',
  'essentialOrImportantEntity',
  'trustServiceProvider',
] as const satisfies readonly NonNullable<Schedule['entities']>[number][]

/** Whether any of the selected filings depends on the kind of entity. */
export const asksForEntities = (rule: SectorRule | undefined, filings: readonly string[]): boolean =>
  rule?.filings.some(filing => filing.asksForEntities && filings.includes(filing.id)) ?? false

/** The fields for the act, its filings, and the facts about the organization that the act requires. */
export const ScheduleRuleFields = ({
  form,
  rules,
}: {
  form: Form<{ schedule: ScheduleFields }>
  rules: readonly SectorRule[]
}) => {
  const { t } = useTranslation('schedules')
  const { rule: id, filings, entities } = form.values.schedule
  const rule = rules.find(one => one.id === id)
  const mayBeExcluded = rule?.filings.some(one => one.mayBeExcluded && filings.includes(one.id)) ?? false
  return (
    <>
      <NativeSelect
        label={t('rule')}
        data={rules.map(({ id: value, act }) => ({ value, label: act }))}
        value={id}
        onChange={event => {
          form.setFieldValue('schedule.rule', event.currentTarget.value)
          form.setFieldValue('schedule.filings', [])
        }}
      />
      {rule?.isTransposed && <Text size="sm">{t('transposed')}</Text>}
      <Checkbox.Group
        label={t('filings')}
        required
        value={filings}
        onChange={value => form.setFieldValue('schedule.filings', value)}
        error={form.errors['schedule.filings']}
      >
        <Stack gap={6} mt={6}>
          {rule?.filings.map(filing => (
            <Checkbox
              key={filing.id}
              value={filing.id}
              label={t(`filing.${filing.id as 'finalReport'}`)}
              description={filing.article}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {asksForEntities(rule, filings) && (
        <Checkbox.Group
          label={t('entities')}
          description={t('entitiesHint')}
          value={entities}
          onChange={value => form.setFieldValue('schedule.entities', value)}
        >
          <Stack gap={6} mt={6}>
            {entityKinds.map(entity => (
              <Checkbox key={entity} value={entity} label={t(`entity.${entity}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {mayBeExcluded && (
        <Checkbox label={t('excluded')} {...form.getInputProps('schedule.excludedByDecision', { type: 'checkbox' })} />
      )}
    </>
  )
}
