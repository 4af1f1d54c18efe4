import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChooseOne } from '#web/family/choose.tsx'
import { toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import type { ExportForm, Kind } from './fields.ts'

const Requirements = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  return (
    <ChooseOne
      label={t('requirement')}
      required
      offer={[
        { kind: 'evidence_requirement', group: t('ofEvidence') },
        { kind: 'submission_requirement', group: t('ofSubmissions') },
      ]}
      {...form.getInputProps('scope.requirementId')}
    />
  )
}

const Packages = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  const offer = { kind: 'submission_package' } as const
  return <ChooseOne label={t('package')} required offer={offer} {...form.getInputProps('scope.packageId')} />
}

const Period = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  return (
    <>
      <MomentField label={t('from')} required {...form.getInputProps('scope.from')} />
      <MomentField label={t('to')} description={t('toHint')} required {...form.getInputProps('scope.to')} />
    </>
  )
}

const Moment = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  return (
    <MomentField
      label={t('at')}
      description={t('atHint')}
      max={toLocal(new Date())}
      required
      {...form.getInputProps('scope.at')}
    />
  )
}

const fieldsOf: Readonly<Record<Kind, typeof Period | undefined>> = {
  requirement: Requirements,
  package: Packages,
  period: Period,
  everything: undefined,
  asOf: Moment,
}

/** The fields for the scope of a bundle. */
export const ScopeFields = ({ form, kinds }: { form: ExportForm; kinds: readonly Kind[] }) => {
  const { t } = useTranslation('exports')
  const Fields = fieldsOf[form.values.scope.kind]
  return (
    <>
      <NativeSelect
        label={t('about')}
        data={kinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
        data-autofocus
        {...form.getInputProps('scope.kind')}
      />
      {Fields && <Fields form={form} />}
    </>
  )
}
