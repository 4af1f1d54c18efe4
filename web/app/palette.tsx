import { Kbd, Modal, NavLink, ScrollArea, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { recordPlace } from '#web/ui/records.tsx'
import { navigation } from './pages.ts'

/** Finds a page by its name or a record by its id; Ctrl K opens it anywhere. */
export const Palette = ({ opened, setOpened }: { opened: boolean; setOpened: (opened: boolean) => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)

  const sought = text.trim().toLowerCase()
  const pages = navigation
    .flatMap(({ label, pages }) => pages.map(page => ({ ...page, section: label })))
    .filter(({ needs }) => can(needs))
    .map(({ to, label, section }) => ({ link: { to }, name: t(`nav.${label}`), section: t(`nav.${section}`) }))
    .filter(({ name, section }) => `${section} ${name}`.toLowerCase().includes(sought))
  const record = recordPlace(text.trim())
  const found: readonly { readonly link: LinkProps; readonly name: string; readonly section: string }[] = record
    ? [{ link: record, name: text.trim(), section: t('actions.open') }, ...pages]
    : pages

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
            key={place.name}
            component="button"
            label={place.name}
            description={place.section}
            active={i === at}
            onClick={() => open(place.link)}
          />
        ))}
        {found.length === 0 && (
          <Text c="dimmed" p="sm">
            {t('nav.nothingFound')}
          </Text>
        )}
      </ScrollArea.Autosize>
    </Modal>
  )
}
