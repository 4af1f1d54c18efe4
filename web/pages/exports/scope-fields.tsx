import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { toLocal } from '#web/ui/local-moment.ts'
import type { ExportForm, Kind } from './fields.ts'

/** More are found by typing further. */
const maxOffered = 50
const first = { params: { query: { limit: 200 } } }

const Requirements = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  const { t: common } = useTranslation()
  const evidence = api.useQuery('get', '/api/workspace/evidence-requirements', first)
  const filings = api.useQuery('get', '/api/workspace/submission-requirements', first)
  const choice = ({ id, title }: { id: string; title: string }) => ({ value: id, label: title })
  return (
    <Select
      label={t('requirement')}
      required
      searchable
      limit={maxOffered}
      nothingFoundMessage={common('nav.nothingFound')}
      data={[
        { group: t('ofEvidence'), items: (evidence.data?.requirements ?? []).map(choice) },
        { group: t('ofSubmissions'), items: (filings.data?.submissionRequirements ?? []).map(choice) },
      ]}
      {...form.getInputProps('scope.requirementId')}
    />
  )
}

const Packages = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  const { t: common } = useTranslation()
  const packages = api.useQuery('get', '/api/workspace/packages', first)
  return (
    <Select
      label={t('package')}
      required
      searchable
      limit={maxOffered}
      nothingFoundMessage={common('nav.nothingFound')}
      data={(packages.data?.submissionPackages ?? []).map(({ id, title, packageKey }) => ({
        value: id,
        label: `${packageKey} · ${title}`,
      }))}
      {...form.getInputProps('scope.packageId')}
    />
  )
}

const Period = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  return (
    <>
      <TextInput type="datetime-local" label={t('from')} required {...form.getInputProps('scope.from')} />
      <TextInput
        type="datetime-local"
        label={t('to')}
        description={t('toHint')}
        required
        {...form.getInputProps('scope.to')}
      />
    </>
  )
}

const Moment = ({ form }: { form: ExportForm }) => {
  const { t } = useTranslation('exports')
  return (
    <TextInput
      type="datetime-local"
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

/** What a bundle is to be about. */
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
