import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type SavedList, type SavedView, viewsQuery } from './views.ts'

const maxName = 100

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Rereads the saved views after a change. */
export const useRereadViews = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey })
}

interface SaveProps extends DialogProps {
  readonly list: SavedList
  readonly query: string
  /** The view to rename and share. Without it, the dialog saves a new view. */
  readonly view?: SavedView | undefined
}

/** Saves the filters, the order and the columns of a list under a name, or changes a saved view. */
export const SaveView = ({ opened, onClose, list, query, view }: SaveProps) => {
  const { t } = useTranslation('lists')
  const reread = useRereadViews()
  const form = useForm({ initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, reason: '' } })
  const name = form.values.name.trim()
  return (
    <ActionDialog
      operation={view ? 'updateSavedView' : 'createSavedView'}
      opened={opened}
      onClose={onClose}
      title={t(view ? 'views.rename' : 'views.save')}
      about={view?.id ?? list}
      text={view ? undefined : t('views.saveText')}
      submit={t(view ? 'views.renameSubmit' : 'views.saveSubmit')}
      form={form}
      ready={name !== ''}
      onSubmit={async reason => {
        const { shared } = form.values
        if (view) {
          const params = { path: { viewId: view.id } }
          await unwrap(client.PATCH('/api/workspace/saved-views/{viewId}', { params, body: { name, shared, reason } }))
        } else await unwrap(client.POST('/api/workspace/saved-views', { body: { list, name, query, shared, reason } }))
        await reread()
      }}
    >
      <TextInput data-autofocus required maxLength={maxName} label={t('views.name')} {...form.getInputProps('name')} />
      <Checkbox
        label={t('views.share')}
        description={t('views.shareText')}
        {...form.getInputProps('shared', { type: 'checkbox' })}
      />
    </ActionDialog>
  )
}

/** Deletes a saved view, after the person has confirmed it. */
export const DeleteView = ({ opened, onClose, view }: DialogProps & { readonly view: SavedView }) => {
  const { t } = useTranslation('lists')
  const reread = useRereadViews()
  return (
    <ActionDialog
      operation="deleteSavedView"
      opened={opened}
      onClose={onClose}
      title={t('views.delete', { name: view.name })}
      about={view.id}
      text={t(view.shared ? 'views.deleteShared' : 'views.deleteText')}
      submit={t('views.deleteSubmit')}
      danger
      onSubmit={async reason => {
        const params = { path: { viewId: view.id } }
        await unwrap(client.DELETE('/api/workspace/saved-views/{viewId}', { params, body: { reason } }))
        await reread()
      }}
    />
  )
}
