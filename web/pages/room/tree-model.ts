import type { ListedRoomItem } from '#web/api/room.ts'

export type ItemState = 'open' | 'opened' | 'accepted' | 'question' | 'rejected'

export const states: readonly ItemState[] = ['open', 'opened', 'question', 'accepted', 'rejected']

type RoomFile = ListedRoomItem['files'][number]

/** One row of the tree. An item may have several rows, because several clauses may share a control. */
export interface TreeRow {
  /** The ids from the root to the row, joined by slashes. */
  readonly path: string
  readonly level: number
  readonly kind: ListedRoomItem['kind'] | 'file' | 'rest'
  /** Undefined for the group of items without a clause. */
  readonly item: ListedRoomItem | undefined
  readonly file: RoomFile | undefined
  readonly state: ItemState | undefined
  readonly hasChildren: boolean
  readonly isExpanded: boolean
  readonly position: number
  readonly siblings: number
}

/** The mark on the frozen version of an item. A mark on an earlier version does not count. */
export const currentMark = ({ mark, digest }: ListedRoomItem): ListedRoomItem['mark'] =>
  mark?.claimDigest === digest ? mark : null

export const stateOf = (item: ListedRoomItem): ItemState => currentMark(item)?.mark ?? (item.opened ? 'opened' : 'open')

const stateOfFile = ({ opened }: RoomFile): ItemState => (opened ? 'opened' : 'open')

const restPath = 'rest'

export interface Filter {
  readonly text: string
  readonly state: ItemState | undefined
}

/** Whether an item matches a filter by state. Clauses and controls need no mark, so only their marks count. */
const hasState = (item: ListedRoomItem, state: ItemState): boolean =>
  stateOf(item) === state && (item.kind === 'claim' || currentMark(item) !== null)

const matchesFile = (file: RoomFile, { text, state }: Filter): boolean =>
  (state === undefined || stateOfFile(file) === state) && file.originalFilename.toLowerCase().includes(text)

const matchesItem = (item: ListedRoomItem, { text, state }: Filter): boolean =>
  (state === undefined || hasState(item, state)) && `${item.key} ${item.title}`.toLowerCase().includes(text)

/** The frozen items as a graph from clauses to files. */
export interface ItemGraph {
  readonly items: readonly ListedRoomItem[]
  readonly byId: ReadonlyMap<string, ListedRoomItem>
  /** Clauses, in the order of the framework. */
  readonly roots: readonly ListedRoomItem[]
  /** Items that no clause leads to, such as claims that an answer added. */
  readonly rest: readonly ListedRoomItem[]
  /** Every item once, in the order of the tree. */
  readonly ordered: readonly ListedRoomItem[]
  /** The first row of each item. */
  readonly firstPath: ReadonlyMap<string, string>
  childrenOf(item: ListedRoomItem): readonly ListedRoomItem[]
  /** The claims that prove an item, each once. */
  claimsOf(item: ListedRoomItem): readonly ListedRoomItem[]
}

export const buildGraph = (items: readonly ListedRoomItem[]): ItemGraph => {
  const byId = new Map(items.map(item => [item.id, item]))
  const childrenOf = ({ related }: ListedRoomItem) =>
    related.flatMap(id => {
      const child = byId.get(id)
      return child ? [child] : []
    })
  const roots = items.filter(({ kind }) => kind === 'clause')
  const firstPath = new Map<string, string>()
  const ordered: ListedRoomItem[] = []
  const visit = (item: ListedRoomItem, prefix: string): void => {
    if (firstPath.has(item.id)) return
    const path = `${prefix}${item.id}`
    firstPath.set(item.id, path)
    ordered.push(item)
    for (const child of childrenOf(item)) visit(child, `${path}/`)
  }
  for (const root of roots) visit(root, '')
  const linked = new Set(items.flatMap(({ related }) => related))
  const unlinked = items.filter(({ id, kind }) => kind !== 'clause' && !firstPath.has(id) && !linked.has(id))
  for (const item of unlinked) visit(item, `${restPath}/`)
  const memo = new Map<string, ReadonlySet<ListedRoomItem>>()
  const collect = (item: ListedRoomItem): ReadonlySet<ListedRoomItem> => {
    const known = memo.get(item.id)
    if (known) return known
    const claims = new Set(item.kind === 'claim' ? [item] : [])
    memo.set(item.id, claims)
    for (const child of childrenOf(item)) for (const claim of collect(child)) claims.add(claim)
    return claims
  }
  return { items, byId, roots, rest: unlinked, ordered, firstPath, childrenOf, claimsOf: item => [...collect(item)] }
}

/**
 * Returns functions that check whether an item matches a filter, and whether it is shown: it or a descendant matches.
 */
const filterItems = (graph: ItemGraph, filter: Filter) => {
  const shownById = new Map<string, boolean>()
  const matches = (item: ListedRoomItem): boolean =>
    matchesItem(item, filter) || item.files.some(file => matchesFile(file, filter))
  const isShown = (item: ListedRoomItem): boolean => {
    const known = shownById.get(item.id)
    if (known !== undefined) return known
    shownById.set(item.id, false)
    const shown = matches(item) || graph.childrenOf(item).some(isShown)
    shownById.set(item.id, shown)
    return shown
  }
  return { matches, isShown }
}

/** The maximum number of rows on the page. */
export const maxRows = 1000

export const isActive = ({ text, state }: Filter): boolean => text !== '' || state !== undefined

interface TreeView {
  readonly filter: Filter
  /** Whether rows are open unless toggled. While filtering, they always are. */
  readonly isAllOpen: boolean
  /** The rows that a person opened or closed, contrary to that default. */
  readonly toggled: ReadonlySet<string>
}

/** The rows to show, at most a few more than `maxRows`. */
export const listRows = (graph: ItemGraph, { filter, isAllOpen, toggled }: TreeView): readonly TreeRow[] => {
  const isFiltering = isActive(filter)
  const { isShown } = filterItems(graph, filter)
  const visible = (items: readonly ListedRoomItem[]) => (isFiltering ? items.filter(isShown) : items)
  const rows: TreeRow[] = []
  const isOpen = (path: string): boolean => toggled.has(path) !== (isFiltering || isAllOpen)
  const addFiles = (item: ListedRoomItem, prefix: string, level: number): void => {
    const files = item.files.filter(file => !isFiltering || matchesItem(item, filter) || matchesFile(file, filter))
    for (const [i, file] of files.entries()) {
      const rowPosition = { path: `${prefix}${file.artifactId}`, level, position: i + 1, siblings: files.length }
      rows.push({
        ...rowPosition,
        kind: 'file',
        item,
        file,
        state: stateOfFile(file),
        hasChildren: false,
        isExpanded: false,
      })
    }
  }
  const add = (items: readonly ListedRoomItem[], prefix: string, level: number, others = 0): void => {
    for (const [i, item] of items.entries()) {
      if (rows.length > maxRows) return
      const path = `${prefix}${item.id}`
      const children = visible(graph.childrenOf(item))
      const hasChildren = children.length > 0 || item.files.length > 0
      const isExpanded = hasChildren && isOpen(path)
      const rowPosition = { path, level, position: i + 1, siblings: items.length + others }
      rows.push({
        ...rowPosition,
        kind: item.kind,
        item,
        file: undefined,
        state: stateOf(item),
        hasChildren,
        isExpanded,
      })
      if (!isExpanded) continue
      add(children, `${path}/`, level + 1)
      addFiles(item, `${path}/`, level + 1)
    }
  }
  const rest = visible(graph.rest)
  const roots = visible(graph.roots)
  add(roots, '', 1, rest.length > 0 ? 1 : 0)
  if (rest.length === 0 || rows.length > maxRows) return rows
  const isExpanded = isOpen(restPath)
  const rowPosition = { path: restPath, level: 1, position: roots.length + 1, siblings: roots.length + 1 }
  rows.push({
    ...rowPosition,
    kind: 'rest',
    item: undefined,
    file: undefined,
    state: undefined,
    hasChildren: true,
    isExpanded,
  })
  if (isExpanded) add(rest, `${restPath}/`, 2)
  return rows
}

/** Counts the claims of each state. */
export const countClaims = (claims: readonly ListedRoomItem[]): Readonly<Record<ItemState, number>> => {
  const counts = { open: 0, opened: 0, accepted: 0, question: 0, rejected: 0 }
  for (const claim of claims) counts[stateOf(claim)]++
  return counts
}

/** The next item of the same kind without a mark, after an item or from the start. */
export const nextUnmarked = (graph: ItemGraph, after: ListedRoomItem | undefined): ListedRoomItem | undefined => {
  const kind = after?.kind ?? 'claim'
  const start = after ? graph.ordered.findIndex(({ id }) => id === after.id) + 1 : 0
  const candidates = [...graph.ordered.slice(start), ...graph.ordered.slice(0, start)]
  return candidates.find(item => item.kind === kind && item.id !== after?.id && currentMark(item) === null)
}

/** The previous and the next item in the order of the tree. Skips items that the filter hides. */
export const stepsOf = (graph: ItemGraph, { id }: ListedRoomItem, filter: Filter) => {
  const { matches } = filterItems(graph, filter)
  const list = isActive(filter) ? graph.ordered.filter(item => item.id === id || matches(item)) : graph.ordered
  const index = list.findIndex(item => item.id === id)
  return { previous: list[index - 1], next: list[index + 1] }
}

/** The filter that the URL names. */
export const filterOf = ({ find = '', state }: { readonly find?: string; readonly state?: string }): Filter => ({
  text: find.trim().toLowerCase(),
  state: states.find(one => one === state),
})
