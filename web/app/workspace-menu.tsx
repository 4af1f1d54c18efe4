import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, signInTo, switchWorkspace, useSession } from '#web/api/session.ts'

interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly role: Role
  readonly current: boolean
}

interface Props {
  readonly workspaces: readonly Workspace[]
  /** The name of the current workspace. */
  readonly children: ReactNode
}

/** Switches between the workspaces of the user. */
export const WorkspaceMenu = ({ workspaces, children }: Props) => {
  const { t } = useTranslation()
  const { organization } = useSession()
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
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('nav.workspaces')}</Menu.Label>
        {workspaces.map(({ id, slug, name, role, current }) => (
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
