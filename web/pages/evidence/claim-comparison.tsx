import { Button, Stack, Text } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import type { Claim } from './queries.ts'

type Comparison = Schemas['ClaimComparison']
type ComparedFile = Comparison['files'][number]

/** A row of a table that shows a value before and after. */
interface ValueRow {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

const Values = ({ label, rows }: { readonly label: string; readonly rows: readonly ValueRow[] }) => {
  const { t } = useTranslation('rounds')
  const side = (value: string | null) =>
    value === null ? (
      <Text span c="dimmed">
        {t('compare.none')}
      </Text>
    ) : (
      <span className="as-written">{value}</span>
    )
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: label, render: ({ name }) => <code>{name}</code> },
        { key: 'before', header: t('compare.before'), render: ({ before }) => side(before) },
        { key: 'after', header: t('compare.after'), render: ({ after }) => side(after) },
      ]}
    />
  )
}

const Files = ({ files }: { readonly files: readonly ComparedFile[] }) => {
  const { t } = useTranslation('rounds')
  const format = useFormatBytes()
  const side = (one: ComparedFile['before']) =>
    one ? (
      <>
        <code className="digest">{one.checksumSha256}</code> · {format(one.byteSize)}
      </>
    ) : (
      <Text span c="dimmed">
        {t('compare.none')}
      </Text>
    )
  const rows = files.map((file, i) => ({ ...file, key: `${i} ${file.name}` }))
  return (
    <DataTable
      label={t('compare.files')}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: 'name', header: t('compare.file'), render: ({ name }) => name },
        { key: 'change', header: t('compare.change'), render: ({ change }) => t(`compare.changes.${change}`) },
        { key: 'before', header: t('compare.before'), render: ({ before }) => side(before) },
        { key: 'after', header: t('compare.after'), render: ({ after }) => side(after) },
      ]}
    />
  )
}

const snapshots = ['sourceSnapshot', 'claimSnapshot'] as const

const Differences = ({ comparison }: { readonly comparison: Comparison }) => {
  const { t } = useTranslation('rounds')
  const { t: evidence } = useTranslation('evidence')
  const format = useFormatTime()
  const { previous, fields, files, filesOmitted } = comparison
  if (!previous) return <Text size="sm">{t('compare.nothing')}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t('compare.with')}{' '}
        <AnchorLink to="/evidence/claims/$claimId" params={{ claimId: previous.id }} fz="sm" underline="always">
          {previous.title}
        </AnchorLink>
        {t('compare.acceptedAt', { date: format(previous.acceptedAt, 'date') })}
      </Text>
      {fields.length === 0 && <Text size="sm">{t('compare.sameFields')}</Text>}
      {fields.length > 0 && (
        <Values label={t('compare.field')} rows={fields.map(({ field, ...sides }) => ({ name: field, ...sides }))} />
      )}
      {files.length === 0 && <Text size="sm">{t('compare.noFiles')}</Text>}
      {files.length > 0 && <Files files={files} />}
      {filesOmitted && <Text size="sm">{t('compare.filesOmitted')}</Text>}
      {snapshots.map(name => {
        const { changes, omitted } = comparison[name]
        const label = evidence(`claim.${name}`)
        return changes.length === 0 ? (
          <Text key={name} size="sm">
            {t('compare.sameSnapshot', { name: label })}
          </Text>
        ) : (
          <div key={name}>
            <Values
              label={label}
              rows={changes.map(({ path, before, after }) => ({ name: path || '/', before, after }))}
            />
            {omitted > 0 && <Text size="sm">{t('compare.omitted', { count: omitted })}</Text>}
          </div>
        )
      })}
    </Stack>
  )
}

const Loaded = ({ claimId }: { readonly claimId: string }) => {
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/claims/{claimId}/comparison', {
    params: { path: { claimId } },
  })
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return data ? <Differences comparison={data} /> : <Lines />
}

/**
 * Compares a claim with the last accepted one of its requirement, once the reader asks for it. Printed if it is open.
 */
export const ClaimComparison = ({ claim }: { readonly claim: Claim }) => {
  const { t } = useTranslation('rounds')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!claim.evidenceRequirementId) return null
  return (
    <Section
      title={t('compare.title')}
      actions={
        <Button
          size="xs"
          variant="default"
          className="no-print"
          leftSection={<IconArrowsDiff size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          data-compares
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'compare.close' : 'compare.open')}
        </Button>
      }
    >
      <div id={id}>{isOpen && <Loaded claimId={claim.id} />}</div>
    </Section>
  )
}
