import { Alert, Button, FileInput, Loader, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { MappingPreview } from './mapping-preview.tsx'
import type { Framework } from './model.ts'
import { mappingPath, useMappingPreview } from './use-mapping-preview.ts'

interface Props {
  readonly framework: Framework
}

const accept = '.json,.yaml,.yml'

const MappingDialog = ({ framework, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('frameworks')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const notify = useNotify()
  const { selection, content, mapping, effect, error, serverError, busy, select } = useMappingPreview(framework)
  const form = useForm({ initialValues: { reason: '' } })
  return (
    <ActionDialog
      operation="importMapping"
      opened={opened}
      onClose={onClose}
      title={t('mapping.title')}
      text={t('mapping.text')}
      submit={t('mapping.submit')}
      form={form}
      record={framework}
      ready={effect !== undefined && effect.added > 0}
      missing={common('form.chooseFile')}
      onSubmit={async (reason, header) => {
        const { sourceFrameworkId } = selection
        if (!mapping || !sourceFrameworkId) return
        const body = { sourceFrameworkId, relations: [...mapping.relations], reason }
        const params = { path: { frameworkId: framework.id }, header }
        const { added } = await unwrap(client.POST(mappingPath, { params, body }))
        notify(t('mapping.done', { count: added }))
        await refresh()
      }}
    >
      <FileInput
        label={t('import.file')}
        description={t('mapping.fileHint')}
        accept={accept}
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
        onChange={file => void select({ ...selection, file: file ?? undefined, index: 0 })}
      />
      <FileInput
        label={t('mapping.libraries')}
        description={t('mapping.librariesHint')}
        accept={accept}
        multiple
        clearable
        clearButtonProps={{ 'aria-label': t('mapping.clearLibraries') }}
        onChange={libraries => void select({ ...selection, libraries })}
      />
      {content && (
        <NativeSelect
          label={t('mapping.mapping')}
          data={content.mappings.map(({ source, target, relations }, i) => ({
            value: String(i),
            label: t('mapping.direction', { source, target, count: relations.length }),
          }))}
          value={String(selection.index ?? 0)}
          onChange={({ currentTarget: { value } }) => void select({ ...selection, index: Number(value) })}
        />
      )}
      <ChooseOne
        label={t('mapping.source')}
        description={t('mapping.sourceHint')}
        offer={{ kind: 'framework' }}
        exclude={[framework.id]}
        value={selection.sourceFrameworkId ?? ''}
        onChange={sourceFrameworkId => void select({ ...selection, sourceFrameworkId })}
      />
      {busy && <Loader size="sm" aria-label={t('import.reading')} />}
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <ErrorNote error={serverError} />
      {effect && content && mapping && (
        <MappingPreview effect={effect} relations={mapping.relations.length} leftOut={content.leftOut} />
      )}
    </ActionDialog>
  )
}

/** A button with a dialog that imports which controls of another framework answer the clauses of this one. */
export const ImportMapping = ({ framework }: Props) => {
  const { t } = useTranslation('frameworks')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsExchange size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('mapping.button')}
      </Button>
      <MappingDialog key={openCount} framework={framework} opened={opened} onClose={close} />
    </>
  )
}
