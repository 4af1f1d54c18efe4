import { Anchor, Button, Text } from '@mantine/core'
import { getRouteApi, Link, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { StartFromTemplates } from '#web/pages/templates/start-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { DaysLeft } from './days-left.tsx'

const route = getRouteApi('/app/evidence')

type RequirementFreshness = Schemas['EvidenceFreshness']

const states = enums.EvidenceFreshness.state

/** The active requirements, each with how long its proof is still valid. */
export const FreshnessTable = ({ onCreate }: { onCreate: () => void }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const state = states.find(state => state === search.state)
  const { ownerId } = search

  const columns: readonly Column<RequirementFreshness>[] = [
    {
      key: 'requirement',
      sortBy: 'title',
      header: t('board.requirement'),
      render: ({ requirementKey, title }) => (
        <>
          <code>{requirementKey}</code> {title}
        </>
      ),
    },
    { key: 'state', header: t('board.state'), render: ({ state }) => <StatusBadge status={state} /> },
    {
      key: 'newest',
      header: t('board.newest'),
      wide: true,
      width: '25%',
      render: ({ newestAccepted: newest }) =>
        newest ? (
          <>
            <AnchorLink to="/evidence/claims/$claimId" params={{ claimId: newest.claimId }} fz="sm">
              {newest.title}
            </AnchorLink>
            <Text size="xs" c="dimmed">
              {t('claims.validUntil')} <Time at={newest.validUntil} />
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t('board.none')}
          </Text>
        ),
    },
    {
      key: 'left',
      sortBy: 'freshUntil',
      header: t('board.left'),
      render: ({ newestAccepted, state }) =>
        newestAccepted ? (
          <span className="unbroken">
            <DaysLeft days={newestAccepted.daysLeft} isOver={state === 'stale'} />
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'owner',
      sortBy: 'owner',
      header: t('board.owner'),
      wide: true,
      render: ({ owner }) => <span className="unbroken">{owner?.name ?? t('board.noOwner')}</span>,
    },
    {
      key: 'pending',
      header: t('board.pending'),
      align: 'right',
      wide: true,
      render: ({ id, pendingClaims }) =>
        pendingClaims > 0 ? (
          <Anchor
            fz="sm"
            renderRoot={props => (
              <Link {...props} to="/evidence/claims" search={{ evidenceRequirementId: id, status: 'submitted' }} />
            )}
          >
            {pendingClaims}
          </Anchor>
        ) : (
          pendingClaims
        ),
    },
    ...(can('createClaim')
      ? [
          {
            key: 'add',
            header: common('actions.actions'),
            render: ({ id, requirementKey }: RequirementFreshness) => (
              <ButtonLink
                size="compact-xs"
                variant="default"
                to="/evidence/claims/new"
                search={{ evidenceRequirementId: id }}
                aria-label={`${t('requirement.addProof')}: ${requirementKey}`}
              >
                <span className="wide-only">{t('board.add')}</span>
                <span className="narrow-only">{t('requirement.addProof')}</span>
              </ButtonLink>
            ),
          },
        ]
      : []),
  ]

  const pages = useListPages(
    '/api/workspace/evidence-freshness',
    { query: { state, ownerId } },
    page => page.requirements,
    { search, columns },
  )
  return (
    <List
      operation="listEvidenceFreshness"
      label={t('board.freshness')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => linkOptions({ to: '/evidence/requirements/$requirementId', params: { requirementId: id } })}
      nameOf={({ title }) => title}
      filters={[
        {
          name: 'state',
          label: t('board.state'),
          choices: states.map(value => ({ value, label: common(`status.${value}`) })),
        },
        {
          name: 'ownerId',
          label: t('board.owner'),
          offer: { kind: 'person' },
        },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      empty={
        <Empty
          title={t('board.empty')}
          text={`${t('board.emptyText')}${can('createEvidenceRequirement') ? '' : ` ${t('board.emptyAsk')}`}`}
        >
          <StartFromTemplates primary />
          {can('createEvidenceRequirement') && (
            <Button variant="default" aria-haspopup="dialog" onClick={onCreate}>
              {t('requirement.new')}
            </Button>
          )}
        </Empty>
      }
    />
  )
}
