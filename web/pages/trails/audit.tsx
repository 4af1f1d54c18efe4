import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, errorId } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import type { Offer } from '#web/family/choices.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { AuditDetails, type AuditEvent } from '#web/ui/audit-event.tsx'
import { useActionName } from '#web/ui/audit-sentence.tsx'
import { AuditTable } from '#web/ui/audit-table.tsx'
import type { Choice } from '#web/ui/choice.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { TrailProof } from './trail-proof.tsx'

const route = getRouteApi('/app/trails/audit')

const outcomes = enums.AuditEvent.outcome

/** Adds the value in the address to the choices, if it is missing there. */
const withSelected = (choices: readonly Choice[], selected: string | undefined): readonly Choice[] =>
  selected === undefined || choices.some(({ value }) => value === selected)
    ? choices
    : [...choices, { value: selected, label: selected }]

/** The actors to choose from: people, and service accounts if the user may see them. */
const useActors = (): readonly Offer[] => {
  const { t } = useTranslation('trails')
  const can = useCan()
  const accounts = { kind: 'service_account', group: t('audit.accounts') } as const
  return [{ kind: 'person', group: t('audit.people') }, ...(can('listServiceAccounts') ? [accounts] : [])]
}

export const Audit = () => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<AuditEvent>()
  const { action, actorId, resourceId, requestId, from, to } = search
  const outcome = outcomes.find(option => option === search.outcome)
  const query = { action, actorId, resourceId, outcome, requestId, from, to }
  const actions = api.useQuery('get', '/api/workspace/audit/actions', {}, { enabled: can('listAuditActions') })
  const actors = useActors()
  const nameOf = useActionName()
  const pages = usePages('/api/workspace/audit', { query }, page => page.auditEvents)
  const clear = () => navigate({ search: {} })

  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('audit.title')} description={t('audit.description')} />
      <TrailProof />
      <FilterBar
        filters={[
          { name: 'actorId', label: t('audit.who'), offer: actors },
          {
            name: 'action',
            label: t('audit.action'),
            choices: withSelected(
              (actions.data?.actions ?? [])
                .map(value => ({ value, label: nameOf(value) }))
                .sort((a, b) => a.label.localeCompare(b.label)),
              action,
            ),
          },
          {
            name: 'outcome',
            label: t('audit.outcome'),
            choices: outcomes.map(value => ({ value, label: common(`status.${value}`) })),
          },
          { name: 'resourceId', label: t('audit.recordId') },
          { name: 'requestId', label: t('audit.requestId') },
          { name: 'from', label: t('audit.from'), type: 'datetime-local' },
          { name: 'to', label: t('audit.to'), type: 'datetime-local' },
        ]}
        values={{ ...search, from: toLocal(from), to: toLocal(to) }}
        onChange={(name, value) =>
          navigate({
            search: { ...search, [name]: name === 'from' || name === 'to' ? (fromLocal(value) ?? '') : value },
          })
        }
        onClear={clear}
      />
      <AuditTable
        label={t('audit.title')}
        pages={pages}
        onOpen={setOpened}
        filtered={Object.keys(query).length > 0}
        clearFilters={clear}
      />
      <AuditDetails event={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
