import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Scope } from './model.ts'
import { RequestExport } from './request-export.tsx'

/** A button on the page of a record that requests a bundle about it. */
export const ExportButton = ({ scope }: { scope: Scope }) => {
  const { t } = useTranslation('exports')
  const can = useCan()
  const opening = useOpening()
  if (!can('requestEvidenceExport')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPackageExport size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={opening.open}
      >
        {t('export')}
      </Button>
      <RequestExport key={opening.openCount} scope={scope} opened={opening.opened} onClose={opening.close} />
    </>
  )
}
