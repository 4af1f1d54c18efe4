import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { signInTo, switchWorkspace, useSession } from '#web/api/session.ts'

/** The name of the workspace; with several workspaces, a menu to switch between them. */
export const Workspaces = () => {
  const { t } = useTranslation()
  const { organization } = useSession()
  const { data } = api.useQuery('get', '/api/workspace/account/workspaces', undefined, { staleTime: 300_000 })
  const name = (
    <Text fw={650} truncate>
      {organization.name}
    </Text>
  )
  if (!data || data.workspaces.length < 2) return name
  return (
    <Menu position="bottom-start" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          miw={0}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('nav.switch', { name: organization.name })}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('nav.workspaces')}</Menu.Label>
        {data.workspaces.map(({ id, slug, name, role, current }) => (
          <Menu.Item
            key={id}
            {...(current ? { 'aria-current': true } : { onClick: () => switchWorkspace(slug).catch(signInTo(slug)) })}
            rightSection={current ? <IconCheck size={14} aria-hidden /> : null}
          >
            <Text size="sm">{name}</Text>
            <Text size="xs" c="dimmed">
              {t(`role.${role}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
