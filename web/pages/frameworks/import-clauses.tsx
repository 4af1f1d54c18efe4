import { Alert, Button, Checkbox, FileInput, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { asSeen } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { readClausesOf } from '#web/workers/read-clauses.ts'
import type { Framework } from './model.ts'

type Read = Awaited<ReturnType<typeof readClausesOf>>
type Losses = Read['losses']

interface Props {
  readonly framework: Framework
}

const path = '/api/workspace/frameworks/{frameworkId}/clauses'
const maxFileBytes = 32 * 1024 * 1024

/** What a file holds, and what importing it would do now. */
interface Preview {
  readonly read: Read
  readonly would: Schemas['ClauseImport']
}

const lossNames = ['renamedKeys', 'cutKeys', 'cutTitles', 'cutTexts', 'lostParents'] as const

const Shown = ({ read, would }: Preview) => {
  const { t } = useTranslation('frameworks')
  const lost = lossNames.filter((name: keyof Losses) => read.losses[name] > 0)
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{t('import.read', { count: read.clauses.length })}</Text>
      <Text size="sm">
        {t('import.would', {
          added: would.added,
          changed: would.changed,
          withdrawn: would.withdrawn,
          unchanged: would.unchanged,
        })}
      </Text>
      {lost.map(name => (
        <Text key={name} size="sm" c="dimmed">
          {t(`import.losses.${name}`, { count: read.losses[name] })}
        </Text>
      ))}
    </Stack>
  )
}

/** Reads the chosen file in a worker and asks the server what importing it would do. */
const usePreview = (framework: Framework) => {
  const { t } = useTranslation('frameworks')
  const [preview, setPreview] = useState<Preview>()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  // A file that was chosen before is read to its end too, and is not what is imported.
  const newest = useRef<File>(null)
  const look = async (file: File | null) => {
    newest.current = file
    setBusy(false)
    setPreview(undefined)
    setError('')
    if (!file) return
    if (file.size > maxFileBytes) return setError(t('import.tooLarge'))
    setBusy(true)
    try {
      const read = await readClausesOf(file)
      const body = { clauses: [...read.clauses], dryRun: true, reason: t('import.dryRun', { file: file.name }) }
      const params = { path: { frameworkId: framework.id }, header: asSeen(framework) }
      const would = await answered(client.POST(path, { params, body }))
      if (newest.current === file) setPreview({ read, would })
    } catch (failure) {
      if (newest.current === file)
        setError(t('import.unreadable', { why: failure instanceof Error ? failure.message : '' }))
    } finally {
      if (newest.current === file) setBusy(false)
    }
  }
  return { preview, error, busy, look }
}

const ImportDialog = ({ framework, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('frameworks')
  const refresh = useRefresh()
  const { preview, error, busy, look } = usePreview(framework)
  const form = useForm({ initialValues: { withControls: true, prefix: '', reason: '' } })
  const { withControls, prefix } = form.values
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('import.title')}
      text={t('import.text')}
      submit={t('import.submit')}
      form={form}
      of={framework}
      ready={preview !== undefined}
      onSubmit={async (reason, header) => {
        if (!preview) return
        const { clauses, digest } = preview.read
        const body = {
          clauses: [...clauses],
          sourceDigest: digest,
          withControls,
          ...(withControls && prefix !== '' && { controlKeyPrefix: prefix }),
          reason,
        }
        const params = { path: { frameworkId: framework.id }, header }
        await answered(client.POST(path, { params, body }))
        await refresh()
      }}
    >
      <FileInput
        label={t('import.file')}
        description={t('import.fileHint')}
        accept=".json,.yaml,.yml,.csv,.tsv"
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
        onChange={file => void look(file)}
      />
      {busy && <Loader size="sm" aria-label={t('import.reading')} />}
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {preview && <Shown {...preview} />}
      <Checkbox label={t('import.controls')} {...form.getInputProps('withControls', { type: 'checkbox' })} />
      {withControls && (
        <TextInput
          label={t('import.prefix')}
          description={t('import.prefixHint')}
          maxLength={100}
          {...form.getInputProps('prefix')}
        />
      )}
    </ActionDialog>
  )
}

/** The button and its dialog: all clauses of the framework, from a file. */
export const ImportClauses = ({ framework }: Props) => {
  const { t } = useTranslation('frameworks')
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileImport size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('import.button')}
      </Button>
      <ImportDialog key={time} framework={framework} opened={opened} onClose={close} />
    </>
  )
}
