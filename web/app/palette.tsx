import { Kbd, Modal, NavLink, ScrollArea, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { hintOf, labelOf, useFound } from '#web/family/choices.ts'
import { recordPlace } from '#web/ui/records.tsx'
import { navigation } from './pages.ts'

const typingPause = 200
const mostOfKind = 5

interface Place {
  readonly id: string
  readonly link: LinkProps
  readonly name: string
  readonly section: string
}

/** Finds a page by its name or a record by its id or a part of its key or title; Ctrl K opens it anywhere. */
export const Palette = ({ opened, setOpened }: { opened: boolean; setOpened: (opened: boolean) => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)

  const sought = text.trim().toLowerCase()
  const mine = navigation
    .flatMap(({ label, pages }) => pages.map(page => ({ ...page, section: label })))
    .filter(({ needs }) => can(needs))
  const pages = mine
    .map(({ to, label, section }) => ({ id: to, link: { to }, name: t(`nav.${label}`), section: t(`nav.${section}`) }))
    .filter(({ name, section }) => `${section} ${name}`.toLowerCase().includes(sought))
  const named = recordPlace(text.trim())
  const typed = text.trim().slice(0, 100)
  const [asked] = useDebouncedValue(typed, typingPause)
  const offers = mine.flatMap(({ label, finds }) => (finds ? [{ kind: finds, most: mostOfKind, label }] : []))
  const records = useFound(offers, asked, opened && asked !== '' && !named)
  const isLate = sought !== '' && (records.isPending || asked !== typed)
  const listed = offers.flatMap(({ kind, label }, i) =>
    (records.found[i] ?? []).flatMap((one): Place[] => {
      const link = recordPlace(one.id)
      const section = [t(`nav.${label}`), hintOf(kind, one)].filter(Boolean).join(' · ')
      return link ? [{ id: one.id, link, name: labelOf(kind, one), section }] : []
    }),
  )
  const found: readonly Place[] = [
    ...(named ? [{ id: text.trim(), link: named, name: text.trim(), section: t('actions.open') }] : []),
    ...pages,
    ...(sought === '' || isLate ? [] : listed),
  ]

  const close = () => {
    setOpened(false)
    setText('')
    setAt(0)
  }
  const open = (link: LinkProps) => {
    close()
    void navigate(link)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(at + 1, found.length - 1)),
    ArrowUp: () => setAt(Math.max(at - 1, 0)),
    Enter: () => {
      const chosen = found[at]
      if (chosen) open(chosen.link)
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
      opened={opened}
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
        onChange={event => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah="50vh" mt="xs">
        {found.map((place, i) => (
          <NavLink
            key={place.id}
            component="button"
            label={place.name}
            description={place.section}
            active={i === at}
            styles={{ description: { opacity: 1 } }}
            onClick={() => open(place.link)}
          />
        ))}
        {found.length === 0 && (
          <Text c="dimmed" p="sm">
            {isLate ? t('loading') : t(records.isError ? 'choose.failed' : 'nav.nothingFound')}
          </Text>
        )}
      </ScrollArea.Autosize>
    </Modal>
  )
}
