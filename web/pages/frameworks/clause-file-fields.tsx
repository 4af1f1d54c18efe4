import { Alert, FileInput, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '#web/ui/failures.tsx'
import { ClausePreview } from './clause-preview.tsx'
import { TableFields } from './table-fields.tsx'
import type { useClausePreview } from './use-clause-preview.ts'

/** The fields that choose a file of clauses and how to read it, and a preview of its content. */
export const ClauseFileFields = (props: ReturnType<typeof useClausePreview>) => {
  const { selection, preview, error, serverError, table, isProfile, busy, select } = props
  const { t } = useTranslation('frameworks')
  return (
    <>
      <FileInput
        label={t('import.file')}
        description={t('import.fileHint')}
        accept=".json,.yaml,.yml,.csv,.tsv,.xlsx,.xlsm"
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
        onChange={file => void select({ file: file ?? undefined })}
      />
      {isProfile && (
        <FileInput
          label={t('import.catalog')}
          description={t('import.catalogHint')}
          accept=".json,.yaml,.yml"
          multiple
          clearable
          clearButtonProps={{ 'aria-label': t('import.clearCatalog') }}
          onChange={catalogs => void select({ ...selection, catalogs })}
        />
      )}
      {table && <TableFields table={table} selection={selection} onChange={value => void select(value)} />}
      {busy && <Loader size="sm" aria-label={t('import.reading')} />}
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <ErrorNote error={serverError} />
      {preview && <ClausePreview {...preview} />}
    </>
  )
}
