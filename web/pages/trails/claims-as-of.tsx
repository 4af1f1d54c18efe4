import { Stack, Text } from '@mantine/core'
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

type ClaimAsOf = Schemas['EvidenceClaimAsOf']

const route = getRouteApi('/app/trails/as-of')

const statuses = enums.EvidenceClaimAsOf.status

const Decision = ({ decision }: { decision: ClaimAsOf['decision'] | undefined }) => {
  const { t } = useTranslation('trails')
  if (!decision) return '–'
  return (
    <Stack gap={2}>
      <span>
        {decision.reviewerName ?? decision.reviewerId}, <Time at={decision.decidedAt} />
      </span>
      <Text span fz="xs" c="dimmed" maw={320}>
        {decision.reason}
      </Text>
      {decision.proof.state !== 'proved' && (
        <Text span fz="xs" c="red">
          {t('asOf.decisionDiffers')}
        </Text>
      )}
    </Stack>
  )
}

/** Whether a claim was valid proof, which only accepted claims were. */
const isProof = ({ status, valid }: ClaimAsOf): boolean => status === 'accepted' && valid

const useColumns = (time: string): readonly Column<ClaimAsOf>[] => {
  const { t } = useTranslation('trails')
  return [
    { key: 'title', header: t('asOf.claim'), render: claim => claim.title },
    { key: 'claimKey', header: t('asOf.key'), render: claim => <code>{claim.claimKey}</code>, wide: true },
    { key: 'status', header: t('asOf.status'), render: claim => <StatusBadge status={claim.status} /> },
    { key: 'valid', header: t('asOf.valid'), render: claim => t(isProof(claim) ? 'asOf.yes' : 'asOf.no') },
    { key: 'until', header: t('asOf.until'), render: claim => <Time at={claim.validUntil} as="date" />, wide: true },
    { key: 'decided', header: t('asOf.decided'), render: claim => <Decision decision={claim.decision} />, wide: true },
    {
      key: 'proof',
      header: t('asOf.proof.title'),
      render: claim => <ProofAsOf proof={claim.proof} id={claim.id} time={time} />,
    },
  ]
}

export const ClaimsAsOf = ({ time }: { time: string }) => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns(time)
  const { evidenceRequirementId } = search
  const status = statuses.find(option => option === search.status)
  const pages = usePages(
    '/api/workspace/as-of/claims',
    { query: { at: time, status, evidenceRequirementId } },
    page => page.claims,
  )
  const clear = () => navigate({ search: { at: time } })
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
              name: 'evidenceRequirementId',
              label: t('asOf.requirement'),
              offer: { kind: 'evidence_requirement' },
            },
          ]}
          values={{ status, evidenceRequirementId }}
          onChange={(name, value) => navigate({ search: { ...search, at: time, [name]: value } })}
          onClear={clear}
        />
      </div>
      <RecordTable
        label={t('asOf.claims')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId: id } })}
        filtered={Boolean(status ?? evidenceRequirementId)}
        clearFilters={clear}
        empty={<Empty title={t('asOf.noClaims')} text={t('asOf.emptyText')} />}
      />
    </>
  )
}
