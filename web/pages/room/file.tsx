import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomItem } from '#web/api/room.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { mayBePreviewed, Preview } from '#web/ui/preview.tsx'
import { saveBytes } from '#web/ui/save-bytes.ts'
import { type FileContent, openAttachment } from '#web/workers/open-attachment.ts'

type File = NonNullable<RoomItem['claim']>['attachments'][number]

/** A file of a frozen claim. It is read once, when the guest opens it; saving uses the same bytes. */
export const FrozenFile = ({ claimId, file }: { claimId: string; file: File }) => {
  const { t } = useTranslation('rooms')
  const formatBytes = useFormatBytes()
  const [content, setContent] = useState<FileContent>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { artifactId, originalFilename: name, contentType, byteSize, checksumSha256 } = file
  const open = async () => {
    setBusy(true)
    try {
      setContent(await openAttachment({ claimId, artifactId }, new AbortController().signal, 'room'))
      setError(undefined)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const matches = content?.digest === checksumSha256
  const isShown = content?.inlinePreviewAllowed && mayBePreviewed(contentType)
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
            <Button
              size="xs"
              variant="default"
              loading={busy}
              aria-label={t('openOf', { name })}
              leftSection={<IconEye size={14} aria-hidden />}
              onClick={open}
            >
              {t('open')}
            </Button>
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
        <ErrorNote error={error} />
        {content && !matches && (
          <Alert color="red" variant="outline">
            {t('differs')}
          </Alert>
        )}
        {content && matches && isShown && <Preview name={name} contentType={contentType} bytes={content.bytes} />}
        {content && matches && !isShown && <Text c="dimmed">{t('noPreview')}</Text>}
      </Stack>
    </Paper>
  )
}
