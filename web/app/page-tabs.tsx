import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabStrip } from '#web/ui/tab-strip.tsx'
import { usePathname } from '#web/ui/use-pathname.ts'
import { useMenu } from './navigation.tsx'
import { menuPageAt } from './pages.ts'

/** The pages that share the current menu entry, if there are several. */
export const PageTabs = () => {
  const { t } = useTranslation()
  const current = menuPageAt(usePathname())?.to
  const entry = useMenu()
    .flatMap(({ entries }) => entries)
    .find(({ pages }) => pages.some(({ to }) => to === current))
  if (!entry || entry.pages.length < 2) return null
  return (
    <TabStrip label={t(`nav.${entry.label}`)} current={current}>
      {entry.pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className="page-tab"
          activeOptions={{ exact: true, includeSearch: false }}
          data-current={to === current || undefined}
        >
          {t(`nav.${label}`)}
        </Link>
      ))}
    </TabStrip>
  )
}
