import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ListedRoomItem, useItems } from '#web/api/room.ts'
import { Empty } from '#web/ui/empty.tsx'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'

const colors = { accepted: 'teal', question: 'yellow', rejected: 'red' } as const

/** A badge for a guest's mark on a claim. */
export const MarkBadge = ({ mark }: { mark: keyof typeof colors }) => {
  const { t } = useTranslation('rooms')
  return (
    <Badge variant="light" radius="sm" color={colors[mark]}>
      {t(`marks.${mark}`)}
    </Badge>
  )
}

export type OpenItem = (item: ListedRoomItem, opener: HTMLElement) => void

/** The frozen items of a kind. Opening an item shows its content. */
export const Items = ({ kind, onOpen }: { kind: ListedRoomItem['kind']; onOpen: OpenItem }) => {
  const { t } = useTranslation('rooms')
  const pages = useItems(kind)
  const columns: readonly Column<ListedRoomItem>[] = [
    { key: 'key', header: t('key'), render: ({ key }) => key },
    { key: 'title', header: t('name'), render: ({ title }) => title },
    ...(kind === 'claim'
      ? [
          {
            key: 'mark',
            header: t('mark'),
            render: ({ mark }: ListedRoomItem) => (mark ? <MarkBadge mark={mark.mark} /> : '–'),
          },
          {
            key: 'reference',
            header: t('reference'),
            render: ({ mark }: ListedRoomItem) => mark?.reference ?? '–',
            wide: true,
          },
        ]
      : []),
    { key: 'entries', header: t('said'), render: ({ entries }) => <Text size="sm">{entries}</Text>, wide: true },
  ]
  return (
    <RecordTable
      label={t(`tabs.${kind}`)}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      opensDialog={false}
      empty={<Empty title={t('nothing')} text={t('nothingText')} />}
    />
  )
}
