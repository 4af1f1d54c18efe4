import { Button, FileInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { namedFile, sendFile } from '#web/pages/evidence/upload-file.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { hashFile } from '#web/workers/hash-file.ts'
import type { Policy } from './model.ts'

interface DialogProps {
  readonly policy: Policy
  readonly opened: boolean
  readonly onClose: () => void
}

interface Values {
  readonly file: File | null
  readonly note: string
  readonly reason: string
}

const uploadOptions = { signal: new AbortController().signal, onProgress: () => undefined }

const Dialog = ({ policy, opened, onClose }: DialogProps) => {
  const { t } = useTranslation('policies')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const form = useForm<Values>({ initialValues: { file: null, note: '', reason: '' } })
  // A file is announced only once. After a broken upload, the next attempt sends it again.
  const announced = useRef<{ readonly file: File; readonly path: string }>(undefined)
  const announce = async (file: File, reason: string, header: IfMatch): Promise<string> => {
    const renamedFile = namedFile(file)
    const body = {
      originalFilename: renamedFile.name,
      contentType: renamedFile.type,
      byteSize: renamedFile.size,
      checksumSha256: await hashFile(renamedFile, uploadOptions),
      note: form.values.note.trim() || null,
      reason,
    }
    const params = { path: { policyId: policy.id }, header }
    const { upload } = await unwrap(client.POST('/api/workspace/policies/{policyId}/versions', { params, body }))
    return upload.path
  }
  return (
    <ActionDialog
      operation="announcePolicyVersion"
      opened={opened}
      onClose={onClose}
      title={t('versions.new')}
      text={t('versions.newText')}
      submit={t('versions.upload')}
      form={form}
      secrets={['file']}
      record={policy}
      ready={form.values.file !== null && form.values.file.size > 0}
      missing={common('form.chooseFile')}
      missingAt="file"
      onSubmit={async (reason, header) => {
        const { file } = form.values
        if (!file) return
        if (announced.current?.file !== file) announced.current = { file, path: await announce(file, reason, header) }
        await sendFile(namedFile(file), { path: announced.current.path, fieldName: 'file' }, uploadOptions)
        await refresh()
      }}
    >
      <FileInput data-autofocus required clearable label={t('versions.file')} {...form.getInputProps('file')} />
      <Textarea
        autosize
        minRows={2}
        maxLength={2000}
        label={t('versions.note')}
        description={t('versions.noteHint')}
        {...form.getInputProps('note')}
      />
    </ActionDialog>
  )
}

/** A button with a dialog that uploads a version of the policy, which another person publishes. */
export const NewVersion = ({ policy }: { policy: Policy }) => {
  const { t } = useTranslation('policies')
  const can = useCan()
  const { openCount, opened, open, close } = useOpening()
  if (!can('announcePolicyVersion') || policy.status === 'retired') return null
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('versions.new')}
      </Button>
      <Dialog key={openCount} policy={policy} opened={opened} onClose={close} />
    </>
  )
}
