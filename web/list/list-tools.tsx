import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ListTotal } from '#web/api/lists.ts'
import { useFormat } from '#web/ui/display.ts'
import { Download } from '#web/ui/download.tsx'
import { maxPlainRows } from '#web/ui/record-table.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { DatesMenu } from './dates-menu.tsx'
import type { ListProps } from './list.tsx'
import { SearchField } from './search-field.tsx'
import type { ListSettings } from './settings.ts'
import { isSavedList, queryOfView } from './views.ts'
import { ViewsMenu } from './views-menu.tsx'

interface Props<Row> {
  readonly props: ListProps<Row>
  /** The columns other than the title. */
  readonly others: ListProps<Row>['columns']
  readonly isShown: (key: string) => boolean
  readonly toggle: (key: string) => void
  readonly settings: ListSettings
  readonly setSettings: (settings: ListSettings) => void
  /** The keys of the shown columns other than the title. */
  readonly shownKeys: readonly string[]
  readonly total: ListTotal | undefined
}

/** How many records the list has, and how many of them are loaded. */
const Count = <Row,>({ props: { pages }, total }: Pick<Props<Row>, 'props' | 'total'>) => {
  const { t } = useTranslation('lists')
  const { number } = useFormat()
  const loaded = pages.rows.length
  const text = () => {
    if (loaded === 0) return ''
    if (!pages.hasMore) return t('count.all', { count: loaded, number: number(loaded) })
    if (!total) return t('count.loaded', { end: number(loaded) })
    return t(total.exact ? 'count.part' : 'count.partOfMore', { end: number(loaded), total: number(total.count) })
  }
  return (
    <Text size="xs" c="dimmed" role="status" className="list-count">
      {text()}
    </Text>
  )
}

/** The tools above a list. */
export const ListTools = <Row,>(tools: Props<Row>) => {
  const { props, others, isShown, toggle, settings, setSettings, shownKeys, total } = tools
  const { label, search, onSearch, pages, ranges = [], operation } = props
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  const matches = pages.searchState
  const notes = [
    matches?.similar && pages.rows.length > 0 && t('search.similar'),
    matches?.current === false && t('search.behind'),
    pages.rows.length > maxPlainRows && t('findOnPage'),
  ].filter(note => typeof note === 'string')
  const isUsual = shownKeys.length === others.length
  const query = queryOfView({ ...search, columns: search.columns ?? (isUsual ? undefined : shownKeys.join(',')) })
  return (
    <>
      <div className="list-tools no-print">
        {pages.counted && (
          <SearchField
            label={label}
            value={search.search ?? ''}
            onPrepare={pages.prepare}
            onChange={text => onSearch({ ...search, search: text || undefined }, { replace: true })}
          />
        )}
        <Count props={props} total={total} />
        <Group gap={6} ml="auto">
          {ranges.length > 0 && (
            <DatesMenu
              ranges={ranges}
              values={search}
              onChange={(name, value) => onSearch({ ...search, [name]: value || undefined }, { replace: true })}
            />
          )}
          {isSavedList(operation) && <ViewsMenu list={operation} query={query} />}
          <ColumnsMenu
            columns={others}
            isShown={isShown}
            onToggle={toggle}
            settings={settings}
            onSettings={setSettings}
          />
          {pages.csv && (
            <Download href={pages.csv} size="xs">
              {common('actions.csv')}
            </Download>
          )}
        </Group>
      </div>
      {notes.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {notes.join(' ')}
        </Text>
      )}
    </>
  )
}
