import { Badge, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'

type Proof = Schemas['AsOfProof']

const colors = { proved: 'teal', textNotKept: 'yellow', differs: 'red', noRow: 'red' } as const

interface Props {
  readonly proof: Proof
  /** The id of the record. */
  readonly id: string
  readonly time: string
}

/** Shows whether the audit trail proves the record, with a link to the record's rows up to that time. */
export const ProofAsOf = ({ proof: { state, auditEventId }, id, time }: Props) => {
  const { t } = useTranslation('trails')
  const can = useCan()
  const to = new Date(Date.parse(time) + 1).toISOString()
  const isLinked = auditEventId !== null && can('listAuditEvents')
  const badge = (
    <Badge
      className="status"
      color={colors[state]}
      rightSection={isLinked && <IconChevronRight size={12} aria-hidden />}
    >
      {t(`asOf.proof.${state}`)}
    </Badge>
  )
  if (!auditEventId) return badge
  return (
    <>
      {isLinked ? (
        <AnchorLink to="/trails/audit" search={{ resourceId: id, to }} title={t('asOf.proof.row')}>
          {badge}
        </AnchorLink>
      ) : (
        badge
      )}
      <Text span fz="xs" ff="monospace" className="print-only">
        {auditEventId}
      </Text>
    </>
  )
}
