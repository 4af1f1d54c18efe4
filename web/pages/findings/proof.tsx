import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { oneOf } from '#web/ui/one-of.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ChooseClaim } from './choose-claim.tsx'
import type { Finding } from './model.ts'

type Proof = Finding['claims'][number]

const closedStatuses = ['resolved', 'accepted', 'invalidated'] as const

const LinkDialog = ({ finding, opened, onClose }: { finding: Finding; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues: { claimId: '', reason: '' } })
  const refresh = useRefresh()
  const { claimId } = form.values
  return (
    <ActionDialog
      operation="addFindingClaim"
      opened={opened}
      onClose={onClose}
      title={t('proof.link')}
      text={t('proof.linkText')}
      submit={t('proof.link')}
      form={form}
      record={finding}
      ready={claimId !== ''}
      missing={common('form.choose')}
      missingAt="claimId"
      onSubmit={async (reason, header) => {
        const params = { path: { findingId: finding.id }, header }
        await unwrap(client.POST('/api/workspace/findings/{findingId}/claims', { params, body: { claimId, reason } }))
        await refresh()
      }}
    >
      {opened && (
        <ChooseClaim
          placeholder={t('proof.choose')}
          exclude={finding.claims.map(claim => claim.claimId)}
          {...form.getInputProps('claimId')}
        />
      )}
    </ActionDialog>
  )
}

const LinkClaim = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button size="xs" mt="sm" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('proof.link')}
      </Button>
      <LinkDialog key={openCount} finding={finding} opened={opened} onClose={close} />
    </>
  )
}

/** The claims that prove that a finding is remediated. They can change until the finding is closed. */
export const FindingProofs = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const can = useCan()
  const refresh = useRefresh()
  const [proofToRemove, setProofToRemove] = useState<Proof>()
  const [opened, { open, close }] = useDisclosure()
  const isOpen = oneOf(closedStatuses, finding.status) === undefined
  const removeColumn: Column<Proof> = {
    key: 'remove',
    header: common('actions.actions'),
    align: 'right',
    render: row => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('proof.removeTitle', { title: row.title })}
        aria-haspopup="dialog"
        onClick={() => {
          setProofToRemove(row)
          open()
        }}
      >
        {t('proof.remove')}
      </Button>
    ),
  }
  const columns: readonly Column<Proof>[] = [
    { key: 'title', header: t('proof.claim'), render: row => row.title },
    { key: 'key', header: t('proof.key'), render: row => <code>{row.claimKey}</code>, wide: true },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'by', header: t('proof.by'), render: row => row.addedByName ?? row.addedBy, wide: true },
    { key: 'at', header: t('proof.at'), render: row => <Time at={row.addedAt} as="ago" />, wide: true },
    ...(isOpen && can('removeFindingClaim') ? [removeColumn] : []),
  ]
  const pages = {
    ...{ rows: finding.claims, isPending: false, error: undefined, hasMore: false, isFetchingMore: false },
    ...{ loadMore: () => undefined, refetch: () => void refresh() },
  }
  return (
    <>
      <RecordTable
        label={t('proof.title')}
        pages={pages}
        columns={columns}
        rowKey={({ claimId }) => claimId}
        to={({ claimId }) => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId } })}
        empty={<Empty title={t('proof.empty')} text={t('proof.emptyText')} />}
      />
      {isOpen && can('addFindingClaim') && <LinkClaim finding={finding} />}
      <ActionDialog
        operation="removeFindingClaim"
        opened={opened}
        onClose={close}
        title={t('proof.removeTitle', { title: proofToRemove?.title ?? '' })}
        about={proofToRemove?.claimId}
        text={t('proof.removeText')}
        submit={t('proof.remove')}
        danger
        record={finding}
        onSubmit={async (reason, header) => {
          if (!proofToRemove) return
          const params = { path: { findingId: finding.id, claimId: proofToRemove.claimId }, header }
          const call = client.DELETE('/api/workspace/findings/{findingId}/claims/{claimId}', {
            params,
            body: { reason },
          })
          await unwrap(call)
          await refresh()
        }}
      />
    </>
  )
}
