import { Collapse, NavLink, Text, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBook, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '#web/api/session.ts'
import { usePathname } from '#web/ui/use-pathname.ts'
import { menu, menuPageAt } from './pages.ts'

type Group = (typeof menu)[number]

/** The groups, entries and pages that the user may see. */
export const useMenu = (): readonly Group[] => {
  const can = useCan()
  const { person } = useSession()
  return menu
    .filter(({ roles }) => !roles || roles.includes(person.role))
    .map(group => ({
      ...group,
      entries: group.entries
        .map(entry => ({ ...entry, pages: entry.pages.filter(({ needs }) => can(needs)) }))
        .filter(({ pages }) => pages.length > 0),
    }))
    .filter(({ entries }) => entries.length > 0)
}

interface FoldProps {
  readonly label: NonNullable<Group['label']>
  /** Whether the current page is in the group, which then stays open. */
  readonly isCurrent: boolean
  readonly children: ReactNode
}

/** A group that the user opens and closes; the browser remembers which. */
const Fold = ({ label, isCurrent, children }: FoldProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [isExpanded, setExpanded] = useLocalStorage({ key: `probata-menu-${label}`, defaultValue: false })
  const isOpen = isExpanded || isCurrent
  return (
    <>
      <UnstyledButton
        className="menu-fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setExpanded(!isOpen)}
        data-open={isOpen || undefined}
      >
        {t(`nav.${label}`)}
        <IconChevronRight size={14} stroke={2} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id} transitionDuration={120}>
        {children}
      </Collapse>
    </>
  )
}

const GroupHeading = ({ label }: { label: NonNullable<Group['label']> }) => {
  const { t } = useTranslation()
  return <Text className="menu-heading">{t(`nav.${label}`)}</Text>
}

/** The menu of the user's role. */
export const Navigation = ({ close }: { close: () => void }) => {
  const { t } = useTranslation()
  const current = menuPageAt(usePathname())?.to
  const groups = useMenu().map(({ label, isFolded, entries }) => {
    const links = entries.map(({ label, icon: Icon, pages }) => {
      const isCurrent = pages.some(({ to }) => to === current)
      return (
        <NavLink
          key={label}
          component={Link}
          to={pages[0]?.to ?? '/'}
          activeOptions={{ exact: true, includeSearch: false }}
          label={t(`nav.${label}`)}
          leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
          active={isCurrent}
          className="menu-link"
          onClick={close}
        />
      )
    })
    const isCurrent = entries.some(({ pages }) => pages.some(({ to }) => to === current))
    return (
      <div key={label ?? entries[0]?.label} className="menu-group">
        {label && !isFolded && <GroupHeading label={label} />}
        {label && isFolded ? (
          <Fold label={label} isCurrent={isCurrent}>
            {links}
          </Fold>
        ) : (
          links
        )}
      </div>
    )
  })
  return (
    <div className="menu-entries">
      {groups}
      <NavLink
        href="/docs/"
        label={t('nav.reference')}
        leftSection={<IconBook size={16} stroke={1.7} aria-hidden />}
        className="menu-link"
      />
    </div>
  )
}
