import { AppShell, NavLink, ScrollArea, Text } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { navigation } from './pages.ts'

const addresses = navigation.flatMap(({ pages }) => pages.map(({ to }) => to))

/** The menu page for an address: the one with the longest matching prefix. */
const pageOf = (pathname: string): string | undefined =>
  addresses.filter(to => pathname === to || pathname.startsWith(`${to}/`)).sort((a, b) => b.length - a.length)[0]

/** The menu, with the sections and pages that the reader may see. */
export const Navigation = ({ close }: { close: () => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const current = pageOf(useLocation().pathname)
  const sections = navigation
    .map(section => ({ ...section, pages: section.pages.filter(({ needs }) => can(needs)) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <AppShell.Section grow component={ScrollArea} type="auto">
      {sections.map(({ label, pages }) => (
        <div key={label}>
          {label !== 'home' && (
            <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
              {t(`nav.${label}`)}
            </Text>
          )}
          {pages.map(({ to, label, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              label={t(`nav.${label}`)}
              leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
              active={to === current}
              onClick={close}
              py={5}
            />
          ))}
        </div>
      ))}
      <NavLink
        href="/docs/"
        label={t('nav.reference')}
        leftSection={<IconBook size={16} stroke={1.7} aria-hidden />}
        py={5}
      />
    </AppShell.Section>
  )
}
