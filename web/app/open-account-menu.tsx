import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { changeLanguage, isLanguage, languages } from '#web/i18n/index.ts'
import { useChooseDisplay } from '#web/ui/choose-display.ts'
import { densities, useDensity } from './density.ts'

const schemes = ['auto', 'light', 'dark'] as const

interface Props {
  /** The properties of the button that opens the menu. */
  readonly button: object
  readonly onSignOut: () => void
}

/** The account menu: the signed-in person, the color scheme, the language and sign-out. It opens when it is mounted. */
export const OpenAccountMenu = ({ button, onSignOut }: Props) => {
  const { t, i18n } = useTranslation()
  const { person, organization, display } = useSession()
  const { choose } = useChooseDisplay()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [chosenDensity, setDensity] = useDensity()
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Focuses the button first, because the menu later returns the focus to the element that had it.
    target.current?.focus()
    setOpened(true)
  }, [])
  const check = (isSelected: boolean) => (isSelected ? <IconCheck size={14} aria-hidden /> : null)
  return (
    <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UnstyledButton ref={target} {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" fw={600} px="sm" pt={6}>
          {person.name}
        </Text>
        <Text size="xs" c="dimmed" px="sm" pb={6}>
          {t(`role.${person.role}`)} · {organization.name}
        </Text>
        <Menu.Item component={Link} to="/account">
          {t('nav.account')}
        </Menu.Item>
        <Menu.Item component={Link} to="/account/notifications">
          {t('nav.notifications')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('nav.scheme')}</Menu.Label>
        {schemes.map(scheme => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)} rightSection={check(scheme === colorScheme)}>
            {t(`nav.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('nav.density')}</Menu.Label>
        {densities.map(density => (
          <Menu.Item key={density} onClick={() => setDensity(density)} rightSection={check(density === chosenDensity)}>
            {t(`nav.${density}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('nav.language')}</Menu.Label>
        {Object.entries(languages).map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => {
              if (!isLanguage(language)) return
              void changeLanguage(language)
              choose({ ...display, language })
            }}
            rightSection={check(i18n.language === language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onSignOut}>{t('nav.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
