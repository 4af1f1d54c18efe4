import { Button, Menu } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { densities, useDensity } from '#web/app/density.ts'
import type { ListSettings } from './settings.ts'

interface Props {
  /** The columns other than the title, which is always shown. */
  readonly columns: readonly { readonly key: string; readonly header: string }[]
  readonly isShown: (key: string) => boolean
  readonly onToggle: (key: string) => void
  readonly settings: ListSettings
  readonly onSettings: (settings: ListSettings) => void
}

/** Chooses the columns of a list and the density of its rows. */
export const ColumnsMenu = ({ columns, isShown, onToggle, settings, onSettings }: Props) => {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  const [defaultDensity] = useDensity()
  const density = settings.density ?? defaultDensity
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns size={14} aria-hidden />}>
          {t('columns.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('columns.title')}</Menu.Label>
        {columns.map(({ key, header }) => (
          <Menu.CheckboxItem key={key} checked={isShown(key)} onChange={() => onToggle(key)}>
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Label>{common('nav.density')}</Menu.Label>
        {densities.map(option => (
          <Menu.RadioItem
            key={option}
            value={option}
            checked={option === density}
            onChange={() => onSettings({ ...settings, density: option })}
          >
            {common(`nav.${option}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
