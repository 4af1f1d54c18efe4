import '@mantine/dropzone/styles.css'
import './evidence.css'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import { isReason, ReasonField } from '#web/ui/reason-field.tsx'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

interface Props {
  readonly claimId: string
  /** The largest size of a file. */
  readonly maxBytes: number
  readonly onUploaded: () => unknown
  /** The initial reason for attaching the files. */
  readonly reason?: string
  /** Shown once no file is waiting or uploading. */
  readonly children?: ReactNode
}

/** Attaches files to a claim: people drop or choose them, then upload them together with one reason. */
export const Uploader = ({ claimId, maxBytes, onUploaded, reason: initialReason = '', children }: Props) => {
  const { t } = useTranslation('evidence')
  const formatBytes = useFormatBytes()
  const open = useRef<() => void>(null)
  const [reason, setReason] = useState(initialReason)
  const { uploads, isActive, add, start, retry, cancel, remove } = useUploads({ claimId, maxBytes, onUploaded })
  const waiting = uploads.filter(({ state }) => state.kind === 'waiting').length
  const isDone = !isActive && waiting === 0
  useLeaveGuard(!isDone, t('upload.leave'))

  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={add}
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
              {t('upload.limits', { most: formatBytes(maxBytes) })}
            </Text>
          </div>
          <Button size="xs" variant="default" onClick={() => open.current?.()}>
            {t('upload.choose')}
          </Button>
        </Group>
      </Dropzone>
      {uploads.length > 0 && (
        <Stack component="ul" gap={6} m={0} p={0} className="plain-list" aria-label={t('upload.files')}>
          {uploads.map(upload => (
            <UploadRow
              key={upload.id}
              upload={upload}
              maxBytes={maxBytes}
              onCancel={() => cancel(upload.id)}
              onRetry={() => void retry(upload, reason.trim())}
              onRemove={() => remove(upload.id)}
            />
          ))}
        </Stack>
      )}
      {waiting > 0 && (
        <>
          <ReasonField
            value={reason}
            onChange={setReason}
            templates={[t('upload.asProof'), t('upload.asAsked'), t('upload.completes')]}
          />
          <Group>
            <Button disabled={!isReason(reason)} onClick={() => void start(reason.trim())}>
              {t('upload.start', { count: waiting })}
            </Button>
          </Group>
        </>
      )}
      {isDone && children}
    </Stack>
  )
}
