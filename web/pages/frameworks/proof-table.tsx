import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { rowsOf } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

import type { Proof } from './model.ts'

interface Props {
  readonly label: string
  readonly proofs: readonly Proof[]
  readonly empty: readonly [title: string, text: string]
  /** An additional last column. */
  readonly lastColumn?: Column<Proof>
}

/** A table of evidence requirements, each with the accepted claim that proves it now. */
export const ProofTable = ({ label, proofs, empty: [title, text], lastColumn }: Props) => {
  const { t } = useTranslation('frameworks')
  const columns: readonly Column<Proof>[] = [
    {
      key: 'requirement',
      header: t('proof.requirement'),
      render: ({ requirementKey, title }) => (
        <>
          <code>{requirementKey}</code> {title}
        </>
      ),
    },
    {
      key: 'state',
      header: t('proof.state'),
      render: ({ status, state }) => <StatusBadge status={status === 'active' ? state : status} />,
    },
    {
      key: 'claim',
      header: t('proof.claim'),
      render: ({ claim }) =>
        claim ? (
          <AnchorLink to="/evidence/claims/$claimId" params={{ claimId: claim.id }} fz="sm">
            {claim.title}
          </AnchorLink>
        ) : (
          t('proof.none')
        ),
    },
    {
      key: 'until',
      header: t('proof.until'),
      render: ({ freshUntil }) => freshUntil && <Time at={freshUntil} as="date" />,
      wide: true,
    },
    ...(lastColumn ? [lastColumn] : []),
  ]
  return (
    <RecordTable
      label={label}
      pages={rowsOf(proofs)}
      columns={columns}
      rowKey={({ requirementId }) => requirementId}
      to={({ requirementId }) =>
        linkOptions({ to: '/evidence/requirements/$requirementId', params: { requirementId } })
      }
      empty={<Empty title={title} text={text} />}
    />
  )
}
