import { Alert, Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { mayBePreviewed, Preview } from '#web/ui/preview.tsx'
import { saveBytes } from '#web/ui/save-bytes.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import type { FileContent } from '#web/workers/open-attachment.ts'
import { type Attachment, contentQuery } from './queries.ts'

const DigestCheck = ({ attachment, content }: { attachment: Attachment; content: FileContent | undefined }) => {
  const { t } = useTranslation('evidence')
  if (!content) return null
  const matches = content.digest === attachment.checksumSha256
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      role="status"
      color={matches ? 'teal' : 'red'}
      leftSection={matches ? <IconCheck size={12} aria-hidden /> : <IconAlertTriangle size={12} aria-hidden />}
    >
      {t(matches ? 'attachment.matches' : 'attachment.differs')}
    </Badge>
  )
}

const AttachmentPreview = ({ attachment, content }: { attachment: Attachment; content: FileContent }) => {
  const { t } = useTranslation('evidence')
  if (content.digest !== attachment.checksumSha256)
    return (
      <Alert color="red" icon={<IconAlertTriangle />}>
        {t('attachment.differsText')}
      </Alert>
    )
  if (!content.inlinePreviewAllowed) return <Text c="dimmed">{t('attachment.noPreview')}</Text>
  return <Preview name={attachment.originalFilename} contentType={attachment.contentType} bytes={content.bytes} />
}

interface Props {
  readonly attachment: Attachment
  /** The end of its retention. */
  readonly retainUntil: string | undefined
  /** Whether its preview is open. */
  readonly isShown: boolean
  readonly onToggle: () => void
}

/** A file of a claim, with a digest check, a preview if that is safe, and the download. */
export const AttachmentCard = ({ attachment, retainUntil, isShown, onToggle }: Props) => {
  const { t } = useTranslation('evidence')
  const formatBytes = useFormatBytes()
  const queries = useQueryClient()
  const [isRequested, setRequested] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...contentQuery(attachment),
    enabled: isRequested || isShown,
  })
  const { originalFilename: name, contentType, byteSize, checksumSha256, createdAt } = attachment

  const download = async () => {
    setRequested(true)
    setSaving(true)
    const content = await queries.fetchQuery(contentQuery(attachment)).catch(() => undefined)
    setSaving(false)
    if (content) saveBytes(content.bytes, name)
  }

  return (
    <Paper component="li" withBorder p="sm" aria-label={name}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs" align="flex-start">
          <Box flex="1 1 12rem">
            <Text fw={550} className="digest">
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {contentType} · {formatBytes(byteSize)} · <Time at={createdAt} as="ago" />
              {retainUntil && (
                <>
                  {' · '}
                  {t('attachment.keptUntil')} <Time at={retainUntil} />
                </>
              )}
            </Text>
          </Box>
          <Group gap={6} className="no-print">
            {mayBePreviewed(contentType) && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEye size={14} aria-hidden />}
                aria-expanded={isShown}
                onClick={onToggle}
              >
                {t(isShown ? 'attachment.hide' : 'attachment.preview')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              loading={isSaving}
              onClick={download}
            >
              {t('attachment.download')}
            </Button>
          </Group>
        </Group>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            SHA-256
          </Text>
          <DigestCheck attachment={attachment} content={data} />
          {!data && (
            <Button size="compact-xs" variant="subtle" loading={isFetching} onClick={() => setRequested(true)}>
              {t('attachment.check')}
            </Button>
          )}
        </Group>
        <Copyable value={checksumSha256} />
        <ErrorNote error={error} retry={() => void refetch()} />
        {isShown && isFetching && <Lines count={3} />}
        {isShown && data && <AttachmentPreview attachment={attachment} content={data} />}
      </Stack>
    </Paper>
  )
}
