import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconFile, IconSearch } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { TreeItem } from '#web/ui/tree-item.tsx'
import { StateIcon } from './state.tsx'
import {
  currentMark,
  filterOf,
  type ItemGraph,
  isActive,
  listRows,
  maxRows,
  states,
  type TreeRow,
} from './tree-model.ts'

/** The URL of a row, to copy or to open in another tab. */
const hrefOf = ({ item, file }: TreeRow): string | undefined =>
  item && `/room/items/${item.id}${file ? `/files/${file.artifactId}` : ''}`

/** Clauses look like headings, and files are subordinate to their claims. */
const tones: Readonly<Partial<Record<TreeRow['kind'], 'strong' | 'dimmed'>>> = { clause: 'strong', file: 'dimmed' }

interface RowProps {
  readonly row: TreeRow
  readonly isCurrent: boolean
  readonly isFocusable: boolean
  /** "2/5": the marked claims below a clause or a control. */
  readonly progress: string | undefined
  readonly progressLabel: string | undefined
}

const Row = memo(({ row, progress, progressLabel, ...state }: RowProps) => {
  const { t } = useTranslation('rooms')
  const { kind, item, file } = row
  return (
    <TreeItem
      {...row}
      {...state}
      href={hrefOf(row)}
      tone={tones[kind]}
      icon={kind === 'file' && <IconFile size={14} aria-hidden />}
      label={item && !file ? item.title : (file?.originalFilename ?? t('tree.rest'))}
      itemKey={item && !file ? item.key : undefined}
    >
      {progress && (
        <span className="tree-count" title={progressLabel}>
          <span aria-hidden>{progress}</span>
          <span className="only-read-aloud">, {progressLabel}</span>
        </span>
      )}
      {row.state && kind !== 'rest' && <StateIcon state={row.state} />}
    </TreeItem>
  )
})

const ancestorsOf = (path: string): string[] => {
  const ids = path.split('/')
  return ids.slice(1).map((_, i) => ids.slice(0, i + 1).join('/'))
}

/** The frozen items as one tree, with filters. Arrow keys move in it; Enter opens an item. */
export const ItemTree = ({ graph }: { graph: ItemGraph }) => {
  const { t } = useTranslation('rooms')
  const navigate = useNavigate()
  const search = useSearch({ from: '/room' })
  const { itemId, artifactId } = useParams({ strict: false })
  // Kept separately from the URL, which changes in a transition: fast typing would lose letters.
  const [text, setText] = useState(search.find ?? '')
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [clicked, setClicked] = useState<string>()
  const [focused, setFocused] = useState<string>()
  const [isAllOpen, setAllOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)

  const filter = filterOf(search)
  const isFiltering = isActive(filter)
  const id = artifactId ?? itemId
  const firstPath = itemId === undefined ? undefined : graph.firstPath.get(itemId)
  const ownPath = firstPath && artifactId ? `${firstPath}/${artifactId}` : firstPath
  const current = id !== undefined && clicked?.endsWith(id) ? clicked : ownPath

  // An item that was opened by its URL is shown in the tree too.
  useEffect(() => {
    if (current === undefined || isFiltering || isAllOpen) return
    setToggled(before => new Set([...before, ...ancestorsOf(current)]))
  }, [current, isFiltering, isAllOpen])
  useEffect(() => {
    if (current === undefined) return
    container.current?.querySelector(`[data-path="${CSS.escape(current)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const rows = useMemo(
    () => listRows(graph, { filter: { text: filter.text, state: filter.state }, isAllOpen, toggled }),
    [graph, filter.text, filter.state, isAllOpen, toggled],
  )
  const shownRows = rows.slice(0, maxRows)
  const tabStop = [focused, current].find(path => shownRows.some(row => row.path === path)) ?? shownRows[0]?.path

  const toggle = (path: string): void =>
    setToggled(before => {
      const after = new Set(before)
      if (!after.delete(path)) after.add(path)
      return after
    })
  const setSearch = (next: { find?: string; state?: string }): void => {
    setToggled(new Set())
    void navigate({ to: '.', search: before => ({ ...before, ...next }), replace: true })
  }
  const openRow = ({ path, item, file, hasChildren, isExpanded }: TreeRow): void => {
    if (!item || (hasChildren && !isExpanded)) toggle(path)
    if (!item) return
    setClicked(path)
    const params = { itemId: item.id }
    void (file
      ? navigate({
          to: '/room/items/$itemId/files/$artifactId',
          params: { ...params, artifactId: file.artifactId },
          search: true,
        })
      : navigate({ to: '/room/items/$itemId', params, search: true }))
  }
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return
    const path = event.target.closest<HTMLElement>('[data-path]')?.dataset.path
    const row = shownRows.find(one => one.path === path)
    if (!row) return
    event.preventDefault()
    setFocused(row.path)
    if (row.hasChildren && event.target.closest('.tree-toggle')) toggle(row.path)
    else openRow(row)
  }
  const focus = (path: string | undefined): void => {
    if (path === undefined) return
    setFocused(path)
    container.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = shownRows.findIndex(({ path }) => path === tabStop)
    const row = shownRows[index]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(shownRows[index + 1]?.path),
      ArrowUp: () => focus(shownRows[index - 1]?.path),
      Home: () => focus(shownRows[0]?.path),
      End: () => focus(shownRows.at(-1)?.path),
      ArrowRight: () =>
        row.isExpanded || !row.hasChildren
          ? focus(row.isExpanded ? shownRows[index + 1]?.path : row.path)
          : toggle(row.path),
      ArrowLeft: () => (row.isExpanded ? toggle(row.path) : focus(ancestorsOf(row.path).at(-1))),
      ' ': () => openRow(row),
      Enter: () => openRow(row),
    }
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const progressOf = ({ item, kind }: TreeRow) => {
    if (!item || kind === 'claim' || kind === 'file') return undefined
    const claims = graph.claimsOf(item)
    if (claims.length === 0) return undefined
    return { marked: claims.filter(claim => currentMark(claim) !== null).length, claims: claims.length }
  }
  const changeAll = (): void => {
    setAllOpen(!isAllOpen)
    setToggled(new Set())
  }

  return (
    <Stack gap="xs">
      <TextInput
        size="sm"
        aria-label={t('tree.find')}
        placeholder={t('tree.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setSearch({ find: event.currentTarget.value })
        }}
      />
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          flex={1}
          aria-label={t('tree.state')}
          value={filter.state ?? ''}
          onChange={event => setSearch({ state: event.currentTarget.value })}
          data={[
            { value: '', label: t('tree.anyState') },
            ...states.map(value => ({ value, label: t(`states.${value}`) })),
          ]}
        />
        {!isFiltering && (
          <Button size="xs" variant="subtle" onClick={changeAll}>
            {t(isAllOpen ? 'tree.collapse' : 'tree.expand')}
          </Button>
        )}
      </Group>
      {rows.length === 0 ? (
        <Empty
          title={t(isFiltering ? 'tree.none' : 'nothing')}
          text={t(isFiltering ? 'tree.noneText' : 'nothingText')}
        />
      ) : (
        <div
          ref={container}
          role="tree"
          aria-label={t('tree.label')}
          className="tree"
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          {shownRows.map(row => {
            const progress = progressOf(row)
            return (
              <Row
                key={row.path}
                row={row}
                isCurrent={row.path === current}
                isFocusable={row.path === tabStop}
                progress={progress && `${progress.marked}/${progress.claims}`}
                progressLabel={progress && t('tree.marked', progress)}
              />
            )
          })}
        </div>
      )}
      {rows.length > maxRows && <Text size="xs">{t('tree.more', { count: maxRows })}</Text>}
    </Stack>
  )
}
