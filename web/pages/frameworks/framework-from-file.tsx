import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ifMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ClauseFileFields } from './clause-file-fields.tsx'
import { proposeFramework } from './propose-framework.ts'
import { clausesPath, useClausePreview } from './use-clause-preview.ts'

const FromFileDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('frameworks')
  const refresh = useRefresh()
  const navigate = useNavigate()
  const clausePreview = useClausePreview()
  const { preview, selection } = clausePreview
  const form = useForm({
    initialValues: { frameworkKey: '', title: '', version: '', active: true, withControls: true },
  })
  const { setValues } = form
  // An import that fails is repeated into the framework that was already created.
  const createdId = useRef<string>(undefined)
  const { file } = selection
  const about = preview?.content.about
  useEffect(() => {
    if (file && about) setValues(proposeFramework(file.name, about))
  }, [file, about, setValues])
  const submit = async () => {
    if (!preview || !file) return
    const { frameworkKey, title, version, active, withControls } = form.getValues()
    const reason = t('fromFile.reason', { file: file.name })
    const status = active ? ('active' as const) : ('draft' as const)
    const body = { frameworkKey, title, version: version || null, description: '', ownerId: null, status, reason }
    createdId.current ??= (await unwrap(client.POST('/api/workspace/frameworks', { body }))).id
    const path = { frameworkId: createdId.current }
    const framework = await unwrap(client.GET('/api/workspace/frameworks/{frameworkId}', { params: { path } }))
    const { clauses, digest } = preview.content
    const params = { path, header: ifMatch(framework) }
    const imported = { clauses: [...clauses], sourceDigest: digest, withControls, reason }
    await unwrap(client.POST(clausesPath, { params, body: imported }))
    await refresh()
    await navigate({ to: '/governance/frameworks/$frameworkId', params: path })
  }
  return (
    <ActionDialog
      operation={null}
      opened={opened}
      onClose={onClose}
      title={t('fromFile.title')}
      text={t('fromFile.text')}
      submit={t('fromFile.submit')}
      form={form}
      ready={preview !== undefined && form.values.title !== '' && form.values.frameworkKey !== ''}
      onSubmit={submit}
    >
      <ClauseFileFields {...clausePreview} />
      {preview && (
        <>
          <TextInput label={t('name')} maxLength={500} required {...form.getInputProps('title')} />
          <TextInput label={t('framework.version')} maxLength={200} {...form.getInputProps('version')} />
          <TextInput
            label={t('key')}
            description={t('keyHint')}
            maxLength={200}
            required
            {...form.getInputProps('frameworkKey')}
          />
          <Checkbox label={t('import.controls')} {...form.getInputProps('withControls', { type: 'checkbox' })} />
          <Checkbox label={t('activeNow')} {...form.getInputProps('active', { type: 'checkbox' })} />
        </>
      )}
    </ActionDialog>
  )
}

/** A button with a dialog that creates a framework with all clauses of a file. */
export const FrameworkFromFile = () => {
  const { t } = useTranslation('frameworks')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('fromFile.button')}
      </Button>
      <FromFileDialog key={openCount} opened={opened} onClose={close} />
    </>
  )
}
