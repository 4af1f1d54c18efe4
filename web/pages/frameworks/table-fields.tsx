import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ClauseTable, clauseFields } from '#client/import/clause-table.ts'
import type { Selection } from './use-clause-preview.ts'

interface Props {
  readonly table: ClauseTable
  readonly selection: Selection
  readonly onChange: (selection: Selection) => void
}

/** The fields for the sheet to read and the meaning of its columns. */
export const TableFields = ({ table, selection, onChange }: Props) => {
  const { t } = useTranslation('frameworks')
  const { sheets, sheet = '', headings, columns } = table
  const names = headings.map((heading, i) => ({
    value: String(i),
    label: heading.trim() || t('import.column', { number: i + 1 }),
  }))
  return (
    <>
      {sheets.length > 1 && (
        <NativeSelect
          label={t('import.sheet')}
          data={[...sheets]}
          value={sheet}
          // Another sheet has different columns.
          onChange={({ currentTarget }) => onChange({ ...selection, sheet: currentTarget.value, columns: undefined })}
        />
      )}
      {headings.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} role="group" aria-label={t('import.columns')}>
          {clauseFields.map(field => (
            <NativeSelect
              key={field}
              label={t(`import.fields.${field}`)}
              data={[{ value: '', label: t('import.notThere') }, ...names]}
              value={String(columns[field] ?? '')}
              onChange={({ currentTarget: { value } }) =>
                onChange({
                  ...selection,
                  columns: { ...columns, [field]: value === '' ? undefined : Number(value) },
                })
              }
            />
          ))}
        </SimpleGrid>
      )}
    </>
  )
}
