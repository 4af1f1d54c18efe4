import { Group, List, Paper, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { type Operation, useCan } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'

type Steps = NonNullable<Schemas['WorkOverview']['firstSteps']>

interface Step {
  readonly name: keyof Steps
  readonly needs: Operation
  readonly link: LinkProps
}

const steps: readonly Step[] = [
  { name: 'named', needs: 'updateWorkspaceSettings', link: linkOptions({ to: '/access/settings' }) },
  { name: 'framework', needs: 'createFramework', link: linkOptions({ to: '/governance/frameworks' }) },
  { name: 'requirement', needs: 'createFromTemplates', link: linkOptions({ to: '/evidence/templates' }) },
  {
    name: 'reviewer',
    needs: 'invitePerson',
    link: linkOptions({ to: '/access/people', search: { invite: 'reviewer' } }),
  },
  { name: 'proof', needs: 'createClaim', link: linkOptions({ to: '/evidence/claims/new' }) },
]

/** The first steps in a new workspace. The product ticks each off when it is done. */
export const FirstSteps = ({ done }: { done: Steps }) => {
  const { t } = useTranslation('home')
  const can = useCan()
  const id = useId()
  if (!steps.some(({ needs }) => can(needs))) return null
  const count = steps.filter(({ name }) => done[name]).length
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {t('first.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('first.progress', { done: count, total: steps.length })}
        </Text>
      </Group>
      <List type="ordered" listStyleType="none" spacing="sm" center={false}>
        {steps.map(({ name, needs, link }, i) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon size={24} radius="xl" variant={done[name] ? 'filled' : 'default'} aria-hidden>
                {done[name] ? <IconCheck size={14} /> : <Text size="xs">{i + 1}</Text>}
              </ThemeIcon>
            }
          >
            <VisuallyHidden>{t(done[name] ? 'first.done' : 'first.open')}: </VisuallyHidden>
            {!done[name] && can(needs) ? (
              <AnchorLink {...link} fw={550}>
                {t(`first.${name}`)}
              </AnchorLink>
            ) : (
              <Text span {...(done[name] && { c: 'dimmed' })}>
                {t(`first.${name}`)}
              </Text>
            )}
            {!done[name] && (
              <Text size="sm" c="dimmed">
                {t(`first.${name}Text`)}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
