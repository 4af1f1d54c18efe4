import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconEye } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bytesKey } from '#web/api/refresh.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Preview } from '#web/ui/preview.tsx'
import { saveBytes } from '#web/ui/save-bytes.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { type FileContent, openFile } from '#web/workers/open-attachment.ts'
import type { Version } from './model.ts'

export type File = Pick<Version, 'originalFilename' | 'contentType' | 'checksumSha256'> & { readonly versionId: string }

const minuteMs = 60_000

/** The bytes of a version, with the receipt that proves that they were read. */
export const fileQuery = (versionId: string) =>
  queryOptions({
    queryKey: [bytesKey, 'policy-version', versionId],
    queryFn: ({ signal }) => openFile(`/api/workspace/policy-versions/${encodeURIComponent(versionId)}/file`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: minuteMs,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })

const FilePreview = ({ file, content }: { file: File; content: FileContent }) => {
  const { t } = useTranslation('policies')
  if (content.digest !== file.checksumSha256)
    return (
      <Alert color="red" icon={<IconAlertTriangle />}>
        {t('file.differs')}
      </Alert>
    )
  return (
    <Stack gap="xs">
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveBytes(content.bytes, file.originalFilename)}
        >
          {t('file.download')}
        </Button>
      </Group>
      {content.inlinePreviewAllowed ? (
        <Preview name={file.originalFilename} contentType={file.contentType} bytes={content.bytes} />
      ) : (
        <Text c="dimmed">{t('file.noPreview')}</Text>
      )}
    </Stack>
  )
}

interface Props {
  readonly file: File
  readonly isShown: boolean
  readonly onOpen: () => void
}

/** The file of a version. When the user opens it, checks its digest and shows a preview if that is safe. */
export const PolicyFile = ({ file, isShown, onOpen }: Props) => {
  const { t } = useTranslation('policies')
  const { data, error, isFetching, refetch } = useQuery({ ...fileQuery(file.versionId), enabled: isShown })
  if (!isShown)
    return (
      <Group>
        <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={onOpen}>
          {t('file.open')}
        </Button>
      </Group>
    )
  return (
    <>
      <ErrorNote error={error} retry={() => void refetch()} />
      {isFetching && <Lines count={3} />}
      {data && <FilePreview file={file} content={data} />}
    </>
  )
}
