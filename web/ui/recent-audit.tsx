import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditDetails, type AuditEvent } from './audit-event.tsx'
import { AuditTable } from './audit-table.tsx'
import { AnchorLink } from './links.tsx'
import { usePages } from './pages.ts'
import { Section } from './section.tsx'

interface Props {
  /** "History" if omitted. */
  readonly title?: string
  /** The actor or the record whose rows are shown. */
  readonly filter: { readonly actorId?: string; readonly resourceId?: string }
  readonly count?: number
}

/** The latest rows of the audit trail about a person or record, for people who may read it. */
export const RecentAudit = ({ title: customTitle, filter, count = 8 }: Props) => {
  const { t } = useTranslation('trails')
  const title = customTitle ?? t('audit.ofRecord')
  const [opened, setOpened] = useState<AuditEvent>()
  const pages = usePages('/api/workspace/audit', { query: { ...filter, limit: count } }, page => page.auditEvents)
  return (
    <Section
      title={title}
      actions={
        <AnchorLink to="/trails/audit" search={filter} fz="sm">
          {t('audit.all')}
        </AnchorLink>
      }
    >
      <AuditTable label={title} pages={{ ...pages, hasMore: false }} onOpen={setOpened} />
      <AuditDetails event={opened} onClose={() => setOpened(undefined)} />
    </Section>
  )
}
