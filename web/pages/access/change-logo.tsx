import { Button, FileInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

const maxBytes = 65_536

const base64Of = async (file: File): Promise<string> =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), byte => String.fromCharCode(byte)).join(''))

const LogoDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('access')
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const form = useForm({ initialValues: { reason: '' } })
  const isTooLarge = file !== null && file.size > maxBytes
  const onSubmit = async (reason: string) => {
    const call = file
      ? client.PUT('/api/workspace/logo', { body: { png: await base64Of(file), reason } })
      : client.DELETE('/api/workspace/logo', { body: { reason } })
    await unwrap(call)
    await queries.invalidateQueries({ queryKey: ['get', '/api/workspace/logo'] })
  }
  return (
    <ActionDialog
      operation={file ? 'setWorkspaceLogo' : 'removeWorkspaceLogo'}
      opened={opened}
      onClose={onClose}
      title={t('settings.changeLogo')}
      submit={t(file ? 'settings.submit' : 'settings.removeLogo')}
      form={form}
      ready={!isTooLarge}
      onSubmit={onSubmit}
    >
      <FileInput
        data-autofocus
        accept="image/png"
        clearable
        label={t('settings.logo')}
        description={t('settings.logoFile')}
        placeholder={t('settings.chooseLogo')}
        error={isTooLarge && t('settings.tooLarge')}
        value={file}
        onChange={setFile}
      />
    </ActionDialog>
  )
}

/** Sets or removes the logo of the workspace. */
export const ChangeLogo = () => {
  const { t } = useTranslation('access')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        {t('settings.changeLogo')}
      </Button>
      <LogoDialog key={openCount} opened={opened} onClose={close} />
    </>
  )
}
