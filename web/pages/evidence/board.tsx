import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { StartFromTemplates } from '#web/pages/templates/start-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { FreshnessTable } from './freshness-table.tsx'
import { RequirementDialog } from './requirement-dialog.tsx'
import { RequirementTable } from './requirement-table.tsx'

const route = getRouteApi('/app/evidence')

const catalogue = 'catalogue'

export const Board = () => {
  const { t } = useTranslation('evidence')
  const can = useCan()
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  const { openCount, opened, open, close } = useOpening()
  const isCatalogue = view === catalogue

  return (
    <>
      <PageHeader title={t('board.title')} description={t('board.description')}>
        <StartFromTemplates />
        {can('createEvidenceRequirement') && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
            {t('requirement.new')}
          </Button>
        )}
      </PageHeader>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('board.views')}
        value={isCatalogue ? catalogue : 'freshness'}
        onChange={view => navigate({ search: view === catalogue ? { view } : {} })}
        data={[
          { value: 'freshness', label: t('board.freshness') },
          { value: catalogue, label: t('board.catalogue') },
        ]}
      />
      {isCatalogue ? <RequirementTable /> : <FreshnessTable onCreate={open} />}
      <RequirementDialog
        key={openCount}
        opened={opened}
        onClose={close}
        onSaved={({ id }) => navigate({ to: '/evidence/requirements/$requirementId', params: { requirementId: id } })}
      />
    </>
  )
}
