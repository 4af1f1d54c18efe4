import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconEye } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bytesKey } from '#web/api/refresh.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Preview } from '#web/ui/preview.tsx'
import { saveBytes } from '#web/ui/save-bytes.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { type Opened, openFile } from '#web/workers/open-attachment.ts'
import type { Version } from './model.ts'

export type File = Pick<Version, 'originalFilename' | 'contentType' | 'checksumSha256'> & { readonly versionId: string }

const aMinute = 60_000

/** The bytes of a version with the receipt that shows that they were read. */
export const fileQuery = (versionId: string) =>
  queryOptions({
    queryKey: [bytesKey, 'policy-version', versionId],
    queryFn: ({ signal }) => openFile(`/api/workspace/policy-versions/${encodeURIComponent(versionId)}/file`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: aMinute,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })

const Shown = ({ file, opened }: { file: File; opened: Opened }) => {
  const { t } = useTranslation('policies')
  if (opened.digest !== file.checksumSha256)
    return (
      <Alert color="red" variant="outline" icon={<IconAlertTriangle />}>
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
          onClick={() => saveBytes(opened.bytes, file.originalFilename)}
        >
          {t('file.download')}
        </Button>
      </Group>
      {opened.inlinePreviewAllowed ? (
        <Preview name={file.originalFilename} contentType={file.contentType} bytes={opened.bytes} />
      ) : (
        <Text c="dimmed">{t('file.noPreview')}</Text>
      )}
    </Stack>
  )
}

interface Props {
  readonly file: File
  readonly shown: boolean
  readonly onOpen: () => void
}

/** The file of a version: opened by its reader, its digest checked here, shown where that is safe. */
export const PolicyFile = ({ file, shown, onOpen }: Props) => {
  const { t } = useTranslation('policies')
  const { data, error, isFetching, refetch } = useQuery({ ...fileQuery(file.versionId), enabled: shown })
  if (!shown)
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
      {data && <Shown file={file} opened={data} />}
    </>
  )
}
