import { useForm } from '@mantine/form'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { oneOf } from '#web/ui/one-of.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { ChooseClaim } from './choose-claim.tsx'
import type { Finding } from './model.ts'

type Proof = Finding['claims'][number]

const closedStatuses = ['resolved', 'accepted', 'invalidated'] as const

const isOpen = ({ status }: Finding): boolean => oneOf(closedStatuses, status) === undefined

/** A button with a dialog that links a claim to an open finding. */
export const LinkClaim = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues: { claimId: '', reason: '' } })
  const { claimId } = form.values
  if (!isOpen(finding)) return null
  return (
    <Act
      operation="addFindingClaim"
      record={finding}
      body={{ claimId }}
      label={t('proof.link')}
      text={t('proof.linkText')}
      size="xs"
      dialog={{ form, ready: claimId !== '', missing: common('form.choose'), missingAt: 'claimId' }}
    >
      <ChooseClaim
        placeholder={t('proof.choose')}
        exclude={finding.claims.map(claim => claim.claimId)}
        {...form.getInputProps('claimId')}
      />
    </Act>
  )
}

/** The claims that prove that a finding is remediated. They can change until the finding is closed. */
export const FindingProofs = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const can = useCan()
  const refresh = useRefresh()
  const removeColumn: Column<Proof> = {
    key: 'remove',
    header: common('actions.actions'),
    align: 'right',
    render: ({ claimId, title }) => (
      <Act
        operation="removeFindingClaim"
        record={finding}
        path={{ findingId: finding.id, claimId }}
        label={t('proof.remove')}
        name={t('proof.removeTitle', { title })}
        text={t('proof.removeText')}
        danger
      />
    ),
  }
  const columns: readonly Column<Proof>[] = [
    { key: 'title', header: t('proof.claim'), render: row => row.title },
    { key: 'key', header: t('proof.key'), render: row => <code>{row.claimKey}</code>, wide: true },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'at', header: t('proof.at'), render: row => <Time at={row.addedAt} as="ago" />, wide: true },
    ...(isOpen(finding) && can('removeFindingClaim') ? [removeColumn] : []),
  ]
  const pages = {
    ...{ rows: finding.claims, isPending: false, error: undefined, hasMore: false, isFetchingMore: false },
    ...{ loadMore: () => undefined, refetch: () => void refresh() },
  }
  return (
    <RecordTable
      label={t('proof.title')}
      pages={pages}
      columns={columns}
      rowKey={({ claimId }) => claimId}
      to={({ claimId }) => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId } })}
      empty={<Empty title={t('proof.empty')} text={t('proof.emptyText')} />}
    />
  )
}
