import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { RecordList } from '#web/family/record-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ControlDialog } from './control-dialog.tsx'
import { type Control, controlStatuses } from './model.ts'

const route = getRouteApi('/app/governance/controls')

/** The controls of the workspace, each with its coverage by accepted proof. */
export const Controls = () => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { openCount, opened, open, close } = useOpening()
  const status = controlStatuses.find(status => status === search.status)
  const pages = usePages('/api/workspace/controls', { query: { status } }, page => page.controls)
  const columns: readonly Column<Control>[] = [
    {
      key: 'control',
      header: t('controls.control'),
      render: ({ controlKey, title }) => (
        <>
          <code>{controlKey}</code> {title}
        </>
      ),
    },
    { key: 'status', header: t('status'), render: ({ status }) => <StatusBadge status={status} />, wide: true },
    { key: 'coverage', header: t('coverage'), render: ({ coverage }) => <StatusBadge status={coverage.state} /> },
    {
      key: 'requirements',
      header: t('controls.requirements'),
      render: ({ coverage: { fresh, requirements } }) => t('controls.fresh', { fresh, requirements }),
      wide: true,
    },
    {
      key: 'until',
      header: t('provenUntil'),
      render: ({ coverage: { provenUntil } }) => provenUntil && <Time at={provenUntil} />,
      wide: true,
    },
    { key: 'owner', header: t('owner'), render: ({ ownerName }) => ownerName ?? t('noOwner'), wide: true },
  ]
  return (
    <>
      <PageHeader title={t('controls.title')} description={t('controls.description')}>
        {can('createControl') && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
            {t('controls.new')}
          </Button>
        )}
      </PageHeader>
      <RecordList
        label={t('controls.title')}
        pages={pages}
        columns={columns}
        to={({ id }) => linkOptions({ to: '/governance/controls/$controlId', params: { controlId: id } })}
        statuses={controlStatuses}
        status={status}
        onStatus={status => navigate({ search: { status } })}
        empty={<Empty title={t('controls.empty')} text={t('controls.emptyText')} />}
      />
      <ControlDialog
        key={openCount}
        opened={opened}
        onClose={close}
        onSaved={({ id }) => navigate({ to: '/governance/controls/$controlId', params: { controlId: id } })}
      />
    </>
  )
}
