import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { MarkBadge } from '#web/pages/room/state.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'

type Mark = Schemas['ListedRoomMark']

/** The marks that guests gave to claims of a room. */
export const RoomMarks = ({ assessmentId }: { assessmentId: string }) => {
  const { t } = useTranslation('rooms')
  const params = { path: { assessmentId } }
  const pages = usePages('/api/workspace/assessments/{assessmentId}/room/marks', params, ({ marks }) => marks)
  const columns: readonly Column<Mark>[] = [
    { key: 'claim', header: t('key'), render: ({ claimKey }) => claimKey },
    { key: 'mark', header: t('mark'), render: ({ mark }) => <MarkBadge mark={mark} /> },
    { key: 'reference', header: t('auditorsReference'), render: ({ reference }) => reference ?? '–' },
    {
      key: 'note',
      header: t('note'),
      render: ({ note, isChanged }) => (
        <Text size="sm" className="as-written">
          {[note, isChanged && t('changedSince')].filter(Boolean).join(' · ')}
        </Text>
      ),
      wide: true,
    },
    {
      key: 'by',
      header: t('marked'),
      render: ({ markedByName, markedAt }) => (
        <>
          {markedByName} · <Time at={markedAt} as="ago" />
        </>
      ),
      wide: true,
    },
  ]
  return (
    <div>
      <Title order={3} mb="xs">
        {t('marksTitle')}
      </Title>
      <RecordTable
        label={t('marksTitle')}
        pages={pages}
        columns={columns}
        rowKey={({ claimId }) => claimId}
        empty={<Empty title={t('noMarks')} text={t('noMarksText')} />}
      />
    </div>
  )
}
