import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
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
import type { Opened } from '#web/workers/open-attachment.ts'
import { type Attachment, contentQuery } from './queries.ts'

const DigestCheck = ({ attachment, opened }: { attachment: Attachment; opened: Opened | undefined }) => {
  const { t } = useTranslation('evidence')
  if (!opened) return null
  const matches = opened.digest === attachment.checksumSha256
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

const Shown = ({ attachment, opened }: { attachment: Attachment; opened: Opened }) => {
  const { t } = useTranslation('evidence')
  if (opened.digest !== attachment.checksumSha256)
    return (
      <Alert color="red" variant="outline" icon={<IconAlertTriangle />}>
        {t('attachment.differsText')}
      </Alert>
    )
  if (!opened.inlinePreviewAllowed) return <Text c="dimmed">{t('attachment.noPreview')}</Text>
  return <Preview name={attachment.originalFilename} contentType={attachment.contentType} bytes={opened.bytes} />
}

interface Props {
  readonly attachment: Attachment
  /** Until when its retention keeps it. */
  readonly retainUntil: string | undefined
  /** Whether its preview is open. */
  readonly shown: boolean
  readonly onToggle: () => void
}

/** A file of a claim: its digest, checked here once it was read; a preview where that is safe; the download. */
export const AttachmentCard = ({ attachment, retainUntil, shown, onToggle }: Props) => {
  const { t } = useTranslation('evidence')
  const formatBytes = useFormatBytes()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState(false)
  const [saving, setSaving] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...contentQuery(attachment), enabled: wanted || shown })
  const { originalFilename: name, contentType, byteSize, checksumSha256, createdAt } = attachment

  const download = async () => {
    setWanted(true)
    setSaving(true)
    const opened = await queries.fetchQuery(contentQuery(attachment)).catch(() => undefined)
    setSaving(false)
    if (opened) saveBytes(opened.bytes, name)
  }

  return (
    <Paper component="li" withBorder p="sm" aria-label={name}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs" align="flex-start">
          <div>
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
          </div>
          <Group gap={6} className="no-print">
            {mayBePreviewed(contentType) && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEye size={14} aria-hidden />}
                aria-expanded={shown}
                onClick={onToggle}
              >
                {t(shown ? 'attachment.hide' : 'attachment.preview')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              loading={saving}
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
          <Copyable value={checksumSha256} />
          <DigestCheck attachment={attachment} opened={data} />
          {!data && (
            <Button size="compact-xs" variant="subtle" loading={isFetching} onClick={() => setWanted(true)}>
              {t('attachment.check')}
            </Button>
          )}
        </Group>
        <ErrorNote error={error} retry={() => void refetch()} />
        {shown && isFetching && <Lines count={3} />}
        {shown && data && <Shown attachment={attachment} opened={data} />}
      </Stack>
    </Paper>
  )
}
