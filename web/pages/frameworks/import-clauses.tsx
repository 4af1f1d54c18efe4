import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { ClauseFileFields } from './clause-file-fields.tsx'
import type { Framework } from './model.ts'
import { clausesPath, useClausePreview } from './use-clause-preview.ts'

interface Props {
  readonly framework: Framework
}

const ImportDialog = ({ framework, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('frameworks')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const notify = useNotify()
  const clausePreview = useClausePreview(framework)
  const { preview } = clausePreview
  const form = useForm({ initialValues: { withControls: true, prefix: '', reason: '' } })
  const { withControls, prefix } = form.values
  return (
    <ActionDialog
      operation="importClauses"
      opened={opened}
      onClose={onClose}
      title={t('import.title')}
      text={t('import.text')}
      submit={t('import.submit')}
      form={form}
      record={framework}
      ready={preview !== undefined}
      missing={common('form.chooseFile')}
      onSubmit={async (reason, header) => {
        if (!preview) return
        const { clauses, digest } = preview.content
        const body = {
          clauses: [...clauses],
          sourceDigest: digest,
          withControls,
          ...(withControls && prefix !== '' && { controlKeyPrefix: prefix }),
          reason,
        }
        const params = { path: { frameworkId: framework.id }, header }
        const { added, changed, withdrawn, controls } = await unwrap(client.POST(clausesPath, { params, body }))
        notify(t('import.done', { added, changed, withdrawn, controls }))
        await refresh()
      }}
    >
      <ClauseFileFields {...clausePreview} />
      <Checkbox label={t('import.controls')} {...form.getInputProps('withControls', { type: 'checkbox' })} />
      {withControls && (
        <TextInput
          label={t('import.prefix')}
          description={t('import.prefixHint')}
          maxLength={100}
          placeholder={`${framework.frameworkKey} `}
          {...form.getInputProps('prefix')}
        />
      )}
    </ActionDialog>
  )
}

/** A button with a dialog that imports all clauses of the framework from a file. */
export const ImportClauses = ({ framework }: Props) => {
  const { t } = useTranslation('frameworks')
  const { openCount, opened, open, close } = useOpening()
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
      <ImportDialog key={openCount} framework={framework} opened={opened} onClose={close} />
    </>
  )
}
