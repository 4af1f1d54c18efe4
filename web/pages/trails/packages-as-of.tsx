import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { ProofAsOf } from './proof-as-of.tsx'

type PackageAsOf = Schemas['SubmissionPackageAsOf']

const route = getRouteApi('/app/trails/as-of')

const statuses = enums.SubmissionPackageAsOf.status

const useColumns = (time: string): readonly Column<PackageAsOf>[] => {
  const { t } = useTranslation('trails')
  return [
    { key: 'title', header: t('asOf.package'), render: row => row.title ?? t('asOf.titleNotKept') },
    { key: 'packageKey', header: t('asOf.key'), render: row => <code>{row.packageKey}</code>, wide: true },
    { key: 'requirement', header: t('asOf.requirement'), render: row => row.requirementTitle, wide: true },
    { key: 'status', header: t('asOf.status'), render: row => <StatusBadge status={row.status} /> },
    {
      key: 'dueAt',
      header: t('asOf.due'),
      render: row => (row.dueAt === null ? t('asOf.notKept') : <Time at={row.dueAt} as="date" />),
      wide: true,
    },
    { key: 'sent', header: t('asOf.sent'), render: row => <Time at={row.submittedAt} />, wide: true },
    {
      key: 'proof',
      header: t('asOf.proof.title'),
      render: row => <ProofAsOf proof={row.proof} id={row.id} time={time} />,
    },
  ]
}

export const PackagesAsOf = ({ time }: { time: string }) => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns(time)
  const { submissionRequirementId } = search
  const status = statuses.find(option => option === search.status)
  const pages = usePages(
    '/api/workspace/as-of/packages',
    { query: { at: time, status, submissionRequirementId } },
    page => page.submissionPackages,
  )
  const clear = () => navigate({ search: { at: time, what: 'packages' } })
  return (
    <>
      <div className="no-print">
        <FilterBar
          filters={[
            {
              name: 'status',
              label: t('asOf.statusThen'),
              choices: statuses.map(value => ({ value, label: common(`status.${value}`) })),
            },
            {
              name: 'submissionRequirementId',
              label: t('asOf.requirement'),
              offer: { kind: 'submission_requirement' },
            },
          ]}
          values={{ status, submissionRequirementId }}
          onChange={(name, value) => navigate({ search: { ...search, at: time, [name]: value } })}
          onClear={clear}
        />
      </div>
      <RecordTable
        label={t('asOf.packages')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/submissions/packages/$packageId', params: { packageId: id } })}
        filtered={Boolean(status ?? submissionRequirementId)}
        clearFilters={clear}
        empty={<Empty title={t('asOf.noPackages')} text={t('asOf.emptyText')} />}
      />
    </>
  )
}
