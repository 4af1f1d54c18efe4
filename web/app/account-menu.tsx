import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { useApplyDisplay } from '#web/ui/choose-display.ts'
import { useLatePart } from '#web/ui/use-late-part.ts'
import { useDensity } from './density.ts'

const load = () => import('./open-account-menu.tsx').then(({ OpenAccountMenu }) => OpenAccountMenu)

/** The first letters of the first and the last word of a name. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** The button of the account menu, which loads when it is first opened. */
export const AccountMenu = ({ onSignOut }: { onSignOut: () => void }) => {
  const { t } = useTranslation()
  const { person } = useSession()
  const { Part: OpenAccountMenu, show, prepare } = useLatePart(load)
  useApplyDisplay()
  useDensity()
  const button = {
    'aria-label': t('nav.account'),
    className: 'account-button',
    'data-initials': initialsOf(person.name),
  }
  if (OpenAccountMenu) return <OpenAccountMenu button={button} onSignOut={onSignOut} />
  return (
    <UnstyledButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={show}
    />
  )
}
