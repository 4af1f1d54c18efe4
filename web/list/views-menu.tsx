import { Button, Menu, Text } from '@mantine/core'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { filledReason } from '#web/api/reasons.ts'
import { ErrorText } from '#web/ui/failures.tsx'
import { notify } from '#web/ui/notify.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { DeleteView, SaveView, useRereadViews } from './view-dialogs.tsx'
import { linkToView, type SavedList, type SavedView, useSavedViews } from './views.ts'

interface Props {
  readonly list: SavedList
  /** The current query of the page. */
  readonly query: string
}

type Dialog = 'save' | 'rename' | 'delete'

interface ItemProps {
  readonly view: SavedView
  readonly isCurrent: boolean
  readonly onOpen: () => void
}

const ViewItem = ({ view, isCurrent, onOpen }: ItemProps) => {
  const { t } = useTranslation('lists')
  return (
    <Menu.Item
      aria-current={isCurrent || undefined}
      leftSection={isCurrent ? <IconCheck size={14} aria-hidden /> : <span className="menu-no-check" />}
      onClick={onOpen}
    >
      <Text size="sm">{view.name}</Text>
      {view.shared && (
        <Text size="xs" c="dimmed">
          {t('views.sharedBy', { name: view.createdByName })}
        </Text>
      )}
    </Menu.Item>
  )
}

/** Opens, saves and changes views of a list. A view with the query of the page is the current one. */
export const ViewsMenu = ({ list, query }: Props) => {
  const { t } = useTranslation('lists')
  const navigate = useNavigate()
  const reread = useRereadViews()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { data = [], isError } = useSavedViews()
  const { opened, openCount, open, close } = useOpening()
  const [dialog, setDialog] = useState<{ readonly kind: Dialog; readonly view?: SavedView | undefined }>({
    kind: 'save',
  })
  const [lastOpened, setLastOpened] = useState<string>()
  const views = data.filter(view => view.list === list)
  const [own, shared] = [views.filter(view => !view.shared), views.filter(view => view.shared)]
  const current = views.find(view => view.query === query)
  const changed = current ? undefined : views.find(({ id, mayChange }) => id === lastOpened && mayChange)

  const openView = (view: SavedView) => {
    setLastOpened(view.id)
    const link = linkToView(view)
    if (link) void navigate(link)
  }
  const show = (kind: Dialog, view?: SavedView) => {
    setDialog({ kind, view })
    open()
  }
  const replace = async (view: SavedView) => {
    try {
      const params = { path: { viewId: view.id } }
      const reason = filledReason({ operation: 'updateSavedView' }, ['query'])
      await unwrap(client.PATCH('/api/workspace/saved-views/{viewId}', { params, body: { query, reason } }))
      await reread()
    } catch (error) {
      await notify({ color: 'red', message: <ErrorText error={error} />, autoClose: false })
    }
  }
  const group = (label: string, views: readonly SavedView[]) =>
    views.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {views.map(view => (
          <ViewItem key={view.id} view={view} isCurrent={view.id === current?.id} onOpen={() => openView(view)} />
        ))}
      </>
    )

  return (
    <>
      <Menu position="bottom-end" opened={isMenuOpen} onChange={setMenuOpen} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size="xs"
            variant={current ? 'light' : 'default'}
            leftSection={<IconBookmark size={14} aria-hidden />}
            className="views-button"
          >
            {current ? t('views.current', { name: current.name }) : t('views.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="views-menu">
          {group(t('views.own'), own)}
          {group(t('views.shared'), shared)}
          {views.length === 0 && <Menu.Label>{t(isError ? 'views.failed' : 'views.none')}</Menu.Label>}
          <Menu.Divider />
          {changed && (
            <Menu.Item onClick={() => void replace(changed)}>{t('views.replace', { name: changed.name })}</Menu.Item>
          )}
          {!current && <Menu.Item onClick={() => show('save')}>{t('views.save')}</Menu.Item>}
          {current?.mayChange && (
            <>
              <Menu.Item onClick={() => show('rename', current)}>{t('views.rename')}</Menu.Item>
              <Menu.Item onClick={() => show('delete', current)}>{t('views.deleteSubmit')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {openCount > 0 &&
        (dialog.kind === 'delete' && dialog.view ? (
          <DeleteView key={openCount} opened={opened} onClose={close} view={dialog.view} />
        ) : (
          <SaveView key={openCount} opened={opened} onClose={close} list={list} query={query} view={dialog.view} />
        ))}
    </>
  )
}
