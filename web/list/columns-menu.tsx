import { Button, Menu } from '@mantine/core'
import { IconCheck, IconColumns } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { densities, useDensity } from '#web/app/density.ts'
import type { ListSettings } from './settings.ts'

interface Props {
  /** The columns besides the title, which is always shown. */
  readonly columns: readonly { readonly key: string; readonly header: string }[]
  readonly isShown: (key: string) => boolean
  readonly onToggle: (key: string) => void
  readonly settings: ListSettings
  readonly onSettings: (settings: ListSettings) => void
}

const check = (isOn: boolean) => (isOn ? <IconCheck size={14} aria-hidden /> : <span className="menu-no-check" />)

/** Chooses the columns of a list and how close its rows are. */
export const ColumnsMenu = ({ columns, isShown, onToggle, settings, onSettings }: Props) => {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  const [defaultDensity] = useDensity()
  const density = settings.density ?? defaultDensity
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns size={14} aria-hidden />}>
          {t('columns.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('columns.title')}</Menu.Label>
        {columns.map(({ key, header }) => (
          <Menu.Item
            key={key}
            role="menuitemcheckbox"
            aria-checked={isShown(key)}
            leftSection={check(isShown(key))}
            onClick={() => onToggle(key)}
          >
            {header}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{common('nav.density')}</Menu.Label>
        {densities.map(option => (
          <Menu.Item
            key={option}
            role="menuitemradio"
            aria-checked={option === density}
            leftSection={check(option === density)}
            onClick={() => onSettings({ ...settings, density: option })}
          >
            {common(`nav.${option}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
