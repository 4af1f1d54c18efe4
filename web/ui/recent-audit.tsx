import { Box, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditDetails, type AuditEvent } from './audit-event.tsx'
import { AuditTable } from './audit-table.tsx'
import { AnchorLink } from './links.tsx'
import { usePages } from './pages.ts'

interface Props {
  readonly title: string
  /** The actor or the record whose rows are shown. */
  readonly filter: { readonly actorId?: string; readonly resourceId?: string }
  readonly count?: number
}

/** The latest rows of the audit trail about a person or record, for people who may read it. */
export const RecentAudit = ({ title, filter, count = 8 }: Props) => {
  const { t } = useTranslation('trails')
  const [opened, setOpened] = useState<AuditEvent>()
  const pages = usePages('/api/workspace/audit', { query: { ...filter, limit: count } }, page => page.auditEvents)
  return (
    <Box mt="xl">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{title}</Title>
        <AnchorLink to="/trails/audit" search={filter} fz="sm">
          {t('audit.all')}
        </AnchorLink>
      </Group>
      <AuditTable label={title} pages={{ ...pages, hasMore: false }} onOpen={setOpened} />
      <AuditDetails event={opened} onClose={() => setOpened(undefined)} />
    </Box>
  )
}
