import { Kbd, Modal, NavLink, ScrollArea, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { hintOf, labelOf, useRecordChoices } from '#web/family/choices.ts'
import { useSearch } from '#web/family/search.ts'
import { linkToView, useSavedViews } from '#web/list/views.ts'
import { linkToRecord } from '#web/ui/records.tsx'
import { menuPages } from './pages.ts'
import { takeTypedAhead } from './typed-ahead.ts'

/**
 * How long typing must pause before the palette queries the search index, and before it queries the lists of each kind,
 * which cost more.
 */
const typingPauseMs = 30
const longPauseMs = 250
const maxPerKind = 5

interface Target {
  readonly id: string
  readonly link: LinkProps
  readonly name: string
  readonly section: string
}

const scrollIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** The menu page that a link leads to, or the one above it. */
const pageOfLink = ({ to }: LinkProps) =>
  menuPages.filter(page => `${to}/`.startsWith(`${page.to}/`)).toSorted((a, b) => b.to.length - a.to.length)[0]

/** The command palette: finds pages by name, and records by id or by their words. Ctrl K opens it. */
export const Palette = ({ opened, setOpened }: { opened: boolean; setOpened: (opened: boolean) => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  // Opens after it is mounted, so that it returns the focus when it closes.
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])

  const filter = text.trim().toLowerCase()
  const allowedPages = menuPages.filter(({ needs }) => can(needs))
  const pages = allowedPages
    .map(({ to, label, entry }) => ({
      id: to,
      link: { to },
      name: t(`nav.${label}`),
      section: label === entry ? '' : t(`nav.${entry}`),
    }))
    .filter(({ name, section }) => `${section} ${name}`.toLowerCase().includes(filter))
  const { data: savedViews = [] } = useSavedViews(opened)
  const views = savedViews.flatMap((view): Target[] => {
    const link = filter === '' || !view.name.toLowerCase().includes(filter) ? undefined : linkToView(view)
    const page = link && pageOfLink(link)
    return link
      ? [
          {
            id: view.id,
            link,
            name: view.name,
            section: [t('nav.savedView'), page && t(`nav.${page.label}`)].filter(Boolean).join(' · '),
          },
        ]
      : []
  })
  const linkById = linkToRecord(text.trim())
  const searchText = text.trim().slice(0, 100)
  const [search] = useDebouncedValue(searchText, typingPauseMs)
  const [listSearch] = useDebouncedValue(searchText, longPauseMs)
  const offers = allowedPages.flatMap(({ label, recordKind }) =>
    recordKind ? [{ kind: recordKind, limit: maxPerKind, label }] : [],
  )
  const records = useRecordChoices(offers, listSearch, opened && listSearch !== '' && !linkById)
  const words = useSearch(search, opened && search !== '' && !linkById)
  const isSearching = filter !== '' && (records.isPending || listSearch !== searchText)
  const wordsFound = filter === '' || search !== searchText || words.isPlaceholderData ? undefined : words.data
  const wordTargets = (wordsFound?.records ?? []).flatMap(({ id, title, key }): Target[] => {
    const link = linkToRecord(id)
    if (!link) return []
    const page = pageOfLink(link)
    return [{ id, link, name: title, section: [page && t(`nav.${page.label}`), key].filter(Boolean).join(' · ') }]
  })
  const recordTargets = offers.flatMap(({ kind, label }, i) =>
    (records.choices[i] ?? []).flatMap((record): Target[] => {
      const link = linkToRecord(record.id)
      const section = [t(`nav.${label}`), hintOf(kind, record)].filter(Boolean).join(' · ')
      return link ? [{ id: record.id, link, name: labelOf(kind, record), section }] : []
    }),
  )
  const notes = [
    words.isError && t('choose.failed'),
    wordsFound?.similar && wordTargets.length > 0 && recordTargets.length === 0 && t('nav.similarOnly'),
    wordsFound?.complete === false && t('nav.newestOnly'),
    wordsFound?.current === false && t('nav.indexBehind'),
  ].filter(note => typeof note === 'string')
  // Exact matches come first, so that nothing moves when the lists respond. Similar words follow the lists, because
  // they are no better than a list's match.
  const listed = filter === '' || isSearching ? [] : recordTargets
  const similar = isSearching ? [] : wordTargets
  const found = wordsFound?.similar ? [...listed, ...similar] : [...wordTargets, ...listed]
  const targets: readonly Target[] = [
    ...(linkById ? [{ id: text.trim(), link: linkById, name: text.trim(), section: t('actions.open') }] : []),
    ...pages,
    ...views,
    ...found.filter(({ id }, i) => found.findIndex(other => other.id === id) === i),
  ]

  const close = () => {
    takeTypedAhead()
    setOpened(false)
    setText('')
    setSelected(0)
  }
  const open = (link: LinkProps) => {
    close()
    void navigate(link)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setSelected(Math.max(0, Math.min(selected + 1, targets.length - 1))),
    ArrowUp: () => setSelected(Math.max(selected - 1, 0)),
    Enter: () => {
      const target = targets[selected]
      if (target) open(target.link)
    },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <Modal
      opened={opened && isMounted}
      onClose={close}
      title={t('nav.find')}
      size="md"
      yOffset="10vh"
      centered={false}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <TextInput
        data-autofocus
        aria-label={t('nav.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">↵</Kbd>}
        value={text}
        onFocus={() => {
          const typedAhead = takeTypedAhead()
          setText(before => before + typedAhead)
        }}
        onChange={event => {
          setText(event.currentTarget.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah="50vh" mt="xs">
        {targets.map((target, i) => (
          <NavLink
            key={target.id}
            component="button"
            label={target.name}
            description={target.section}
            active={i === selected}
            ref={i === selected ? scrollIntoView : undefined}
            styles={{ description: { opacity: 1 } }}
            onClick={() => open(target.link)}
          />
        ))}
        {targets.length === 0 && (
          <Text c="dimmed" p="sm">
            {isSearching || words.isFetching ? t('loading') : t(records.isError ? 'choose.failed' : 'nav.nothingFound')}
          </Text>
        )}
        <Text c="dimmed" size="sm" px="sm" role="status">
          {filter === '' || isSearching ? '' : notes.join(' ')}
        </Text>
      </ScrollArea.Autosize>
    </Modal>
  )
}
