import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useFormat } from '#web/ui/display.ts'
import type { Form } from '#web/ui/form.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { PlaceField } from '#web/ui/place-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Requirement } from './model.ts'
import { dueKindOf, dueKindsOf, fieldsOf, type ScheduleFields, scheduleOf, type Unit } from './schedule-model.ts'
import { SchedulePreview } from './schedule-preview.tsx'
import { asksForEntities, ScheduleRuleFields } from './schedule-rule-fields.tsx'

type ScheduleForm = Form<{ schedule: ScheduleFields }>

const units: readonly Unit[] = ['workingDays', 'days', 'hours', 'weeks', 'months', 'years']

const useMonths = () =>
  useFormat()
    .monthNames()
    .map((label, month) => ({ value: String(month + 1), label }))

/** The fields for the reporting period and for the time at which its package is created. */
const CalendarFields = ({ form }: { form: ScheduleForm }) => {
  const { t } = useTranslation('schedules')
  const months = useMonths()
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect label={t('startMonth')} data={months} {...form.getInputProps('schedule.startMonth')} />
        <NumberField
          label={t('startDay')}
          description={t('startDayHint')}
          min={1}
          max={31}
          integer
          {...form.getInputProps('schedule.startDay')}
        />
      </Group>
      <NumberField label={t('leadDays')} min={0} max={400} integer {...form.getInputProps('schedule.leadDays')} />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label={t('startsOn')}
          description={t('startsOnHint')}
          {...form.getInputProps('schedule.startsOn')}
        />
        <TextInput type="date" label={t('endsOn')} {...form.getInputProps('schedule.endsOn')} />
      </Group>
    </>
  )
}

const DueFields = ({ form }: { form: ScheduleForm }) => {
  const { t } = useTranslation('schedules')
  const months = useMonths()
  const kind = dueKindOf(form.values.schedule)
  if (kind === 'fixed')
    return (
      <Group grow align="flex-start">
        <NativeSelect label={t('fixedMonth')} data={months} {...form.getInputProps('schedule.fixedDue.month')} />
        <NumberField
          label={t('fixedDay')}
          required
          min={1}
          max={31}
          integer
          {...form.getInputProps('schedule.fixedDue.day')}
        />
      </Group>
    )
  return (
    <Group grow align="flex-start">
      <NumberField
        label={t('count')}
        description={t('countHint')}
        required
        min={1}
        max={8784}
        integer
        {...form.getInputProps('schedule.due.count')}
      />
      <NativeSelect
        label={t('unit')}
        data={units.map(value => ({ value, label: t(`units.${value}`) }))}
        {...form.getInputProps('schedule.due.unit')}
      />
    </Group>
  )
}

interface Props {
  readonly requirement: Requirement
  readonly opened: boolean
  readonly onClose: () => void
}

const ScheduleDialog = ({ requirement, opened, onClose }: Props) => {
  const { t } = useTranslation('schedules')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { schedule: fieldsOf(requirement.schedule), reason: '' } })
  const { data } = api.useQuery('get', '/api/workspace/sector-rules')
  const rules = data?.rules ?? []
  const fields = form.values.schedule
  const kind = dueKindOf(fields)
  const rule = rules.find(({ id }) => id === fields.rule)
  const schedule = scheduleOf(fields, asksForEntities(rule, fields.filings))
  const onSubmit = async (reason: string, header: IfMatch) => {
    if (!schedule) return
    const params = { path: { requirementId: requirement.id }, header }
    const path = '/api/workspace/submission-requirements/{requirementId}'
    await unwrap(client.PATCH(path, { params, body: { schedule, reason } }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="updateSubmissionRequirement"
      opened={opened}
      onClose={onClose}
      title={t(requirement.schedule ? 'change' : 'set')}
      text={requirement.schedule && t('stays')}
      submit={t('save')}
      form={form}
      record={requirement}
      ready={schedule !== undefined}
      size="lg"
      onSubmit={onSubmit}
    >
      <NativeSelect
        data-autofocus
        label={t('every.label')}
        data={enums.SubmissionSchedule.every.map(value => ({ value, label: t(`every.${value}`) }))}
        {...form.getInputProps('schedule.every')}
      />
      {dueKindsOf(fields.every).length > 1 && (
        <NativeSelect
          label={t('dueKind.label')}
          data={dueKindsOf(fields.every).map(value => ({ value, label: t(`dueKind.${value}`) }))}
          {...form.getInputProps('schedule.dueKind')}
          value={kind}
        />
      )}
      {kind === 'rule' ? <ScheduleRuleFields form={form} rules={rules} /> : <DueFields form={form} />}
      {fields.every !== 'occurrence' && <CalendarFields form={form} />}
      <PlaceField
        label={t('place')}
        description={t('placeHint')}
        placeholder={t('placeOfWorkspace')}
        {...form.getInputProps('schedule.place')}
      />
      <SchedulePreview schedule={schedule} />
    </ActionDialog>
  )
}

/** A button with a dialog that sets or changes the schedule of a requirement. */
export const SetSchedule = ({ requirement }: { requirement: Requirement }) => {
  const { t } = useTranslation('schedules')
  const can = useCan()
  const { openCount, opened, open, close } = useOpening()
  if (!can('updateSubmissionRequirement')) return null
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t(requirement.schedule ? 'change' : 'set')}
      </Button>
      <ScheduleDialog key={openCount} requirement={requirement} opened={opened} onClose={close} />
    </>
  )
}
