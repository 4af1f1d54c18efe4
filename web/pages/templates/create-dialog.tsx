import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type TemplateResult, type TemplateScheme, useTextLanguage } from './model.ts'

interface Props {
  readonly keys: readonly string[]
  readonly scheme: TemplateScheme | undefined
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (result: TemplateResult) => void
}

/** Creates the selected requirements, and links them to the framework of the scheme. Remounted each time it opens. */
export const CreateDialog = ({ keys, scheme, opened, onClose, onCreated }: Props) => {
  const { t } = useTranslation('templates')
  const language = useTextLanguage()
  const refresh = useRefresh()
  const reason = t(scheme ? 'create.reasonScheme' : 'create.reason', { scheme: scheme?.title })
  const form = useForm({ initialValues: { active: true, linked: true, reason } })
  const { active, linked } = form.values
  return (
    <ActionDialog
      operation="createFromTemplates"
      opened={opened}
      onClose={onClose}
      title={t('create.title', { count: keys.length })}
      text={t('create.text')}
      submit={t('create.submit')}
      form={form}
      onSubmit={async reason => {
        const status: 'active' | 'draft' = active ? 'active' : 'draft'
        const link = linked && scheme ? { scheme: scheme.scheme } : {}
        const body = { keys: [...keys], language, status, ...link, reason }
        const result = await unwrap(client.POST('/api/workspace/requirement-templates', { body }))
        await refresh()
        onCreated(result)
      }}
    >
      <Checkbox
        label={t('create.active')}
        description={t('create.activeHint')}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      {scheme && (
        <Checkbox
          label={t(scheme.framework ? 'create.link' : 'create.framework', { scheme: scheme.title })}
          description={t(scheme.framework ? 'create.linkHint' : 'create.frameworkHint', { count: scheme.clauses })}
          {...form.getInputProps('linked', { type: 'checkbox' })}
        />
      )}
    </ActionDialog>
  )
}
