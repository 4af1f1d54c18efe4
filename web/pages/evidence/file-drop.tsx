import { Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatByteLimit } from '#web/ui/bytes.ts'
import { UploadRow } from './upload-row.tsx'
import type { Upload, Uploads } from './use-uploads.ts'

interface Props {
  readonly files: Uploads
  /** The largest size of a file. */
  readonly maxBytes: number
  readonly onDrop: (files: readonly File[]) => void
  readonly onRetry: (upload: Upload) => void
}

/** The field for files, with the state of each chosen file. */
export const FileDrop = ({ files: { uploads, cancel, remove }, maxBytes, onDrop, onRetry }: Props) => {
  const { t } = useTranslation('evidence')
  const formatLimit = useFormatByteLimit()
  const open = useRef<() => void>(null)
  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={onDrop}
        openRef={open}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': t('upload.input') }}
        p="md"
      >
        <Group gap="sm">
          <IconUpload size={24} stroke={1.5} aria-hidden />
          <div>
            <Text fw={550}>{t('upload.drop')}</Text>
            <Text size="xs" c="dimmed">
              {t('upload.limits', { most: formatLimit(maxBytes) })}
            </Text>
          </div>
          <Button size="xs" variant="default" onClick={() => open.current?.()}>
            {t('upload.choose')}
          </Button>
        </Group>
      </Dropzone>
      {uploads.length > 0 && (
        <Stack component="ul" gap={6} className="plain-list" aria-label={t('upload.files')}>
          {uploads.map(upload => (
            <UploadRow
              key={upload.id}
              upload={upload}
              maxBytes={maxBytes}
              onCancel={() => cancel(upload.id)}
              onRetry={() => onRetry(upload)}
              onRemove={() => remove(upload.id)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
