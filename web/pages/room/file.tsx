import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fileQuery, type ListedRoomItem, type RoomItem } from '#web/api/room.ts'
import { usePatchItem } from '#web/api/room-items.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { mayBePreviewed, Preview } from '#web/ui/preview.tsx'
import { saveBytes } from '#web/ui/save-bytes.ts'

type FrozenFileInfo = NonNullable<RoomItem['claim']>['attachments'][number]

interface Props {
  readonly claimId: string
  readonly file: FrozenFileInfo
  /** Whether the URL opens this file. */
  readonly isOpen: boolean
}

/** A file of a frozen claim. It is read once, when the guest opens its URL; saving uses the same bytes. */
export const FrozenFile = ({ claimId, file, isOpen }: Props) => {
  const { t } = useTranslation('rooms')
  const formatBytes = useFormatBytes()
  const patchItem = usePatchItem()
  const { artifactId, originalFilename: name, contentType, byteSize, checksumSha256 } = file
  const { data: content, error, isFetching, refetch } = useQuery({ ...fileQuery(claimId, artifactId), enabled: isOpen })
  useEffect(() => {
    if (!content) return
    const patchFile = (one: ListedRoomItem['files'][number]) =>
      one.artifactId === artifactId ? { ...one, opened: true } : one
    patchItem(claimId, one => ({ ...one, files: one.files.map(patchFile) }))
  }, [content, claimId, artifactId, patchItem])
  const matches = content?.digest === checksumSha256
  const isPreviewed = content?.inlinePreviewAllowed && mayBePreviewed(contentType)
  return (
    <Paper component="li" withBorder p="sm" aria-label={name}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <div>
            <Text fw={550} className="digest">
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {contentType} · {formatBytes(byteSize)}
            </Text>
          </div>
          {!content && (
            <ButtonLink
              size="xs"
              variant="default"
              loading={isFetching}
              to="/room/items/$itemId/files/$artifactId"
              params={{ itemId: claimId, artifactId }}
              search={true}
              resetScroll={false}
              aria-label={t('openOf', { name })}
              leftSection={<IconEye size={14} aria-hidden />}
            >
              {t('open')}
            </ButtonLink>
          )}
          {content && matches && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveBytes(content.bytes, name)}
            >
              {t('save')}
            </Button>
          )}
        </Group>
        <Group gap="xs">
          <Copyable value={checksumSha256} />
          {content && (
            <Badge variant="light" radius="sm" role="status" color={matches ? 'teal' : 'red'}>
              {t(matches ? 'matches' : 'differs')}
            </Badge>
          )}
        </Group>
        <ErrorNote error={error} retry={() => void refetch()} />
        {content && !matches && <Alert color="red">{t('differs')}</Alert>}
        {content && matches && isPreviewed && <Preview name={name} contentType={contentType} bytes={content.bytes} />}
        {content && matches && !isPreviewed && <Text c="dimmed">{t('noPreview')}</Text>}
      </Stack>
    </Paper>
  )
}
