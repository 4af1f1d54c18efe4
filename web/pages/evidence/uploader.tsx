import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filledReason } from '#web/api/reasons.ts'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import { AddReason, isReason, ReasonField } from '#web/ui/reason-field.tsx'
import { FileDrop } from './file-drop.tsx'
import { useUploads } from './use-uploads.ts'

interface Props {
  readonly claimId: string
  /** The largest size of a file. */
  readonly maxBytes: number
  readonly onUploaded: () => unknown
}

/** Attaches files to a claim as they are dropped. A person who adds a reason starts the upload with a button. */
export const Uploader = ({ claimId, maxBytes, onUploaded }: Props) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const [written, setWritten] = useState<string>()
  const [isPressed, setPressed] = useState(false)
  const files = useUploads({ maxBytes, onUploaded })
  useLeaveGuard(!files.isDone, t('upload.leave'))

  const waiting = files.uploads.filter(({ state }) => state.kind === 'waiting').length
  const reason = written?.trim() || filledReason({ operation: 'createUploadIntent' }, [])
  const isShort = !isReason(reason)
  const target = { claimId, reason }
  const attach = () => {
    setPressed(true)
    if (!isShort) void files.start(target)
  }
  return (
    <Stack gap="sm">
      <FileDrop
        files={files}
        maxBytes={maxBytes}
        onDrop={dropped => void files.add(dropped, written === undefined ? target : undefined)}
        onRetry={upload => void files.retry(upload, isShort ? undefined : target)}
      />
      {written === undefined ? (
        <Group>
          <AddReason onAdd={() => setWritten('')} />
        </Group>
      ) : (
        <ReasonField
          value={written}
          onChange={setWritten}
          optional
          autoFocus
          error={isPressed && isShort && common('reason.short')}
          templates={[t('upload.asProof'), t('upload.asAsked'), t('upload.completes')]}
        />
      )}
      {waiting > 0 && !files.isActive && (
        <Group>
          <Button onClick={attach}>{t('upload.start', { count: waiting })}</Button>
        </Group>
      )}
    </Stack>
  )
}
