import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import type { Session } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

interface Props {
  readonly workspaceChoice: Schemas['WorkspaceChoice']
  readonly onEnter: (session: Session) => void
  readonly onBack: () => void
}

/** Lets the person choose a workspace, after the password and second factor. */
export const ChooseWorkspace = ({ workspaceChoice, onEnter, onBack }: Props) => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const choose = api.useMutation('post', '/api/workspace/session/choice')
  const enter = (organization: string) =>
    choose.mutate({ body: { choice: workspaceChoice.choice, organization } }, { onSuccess: onEnter })
  return (
    <Stack component="section" aria-label={t('choose.title')}>
      <Text>{t('choose.text')}</Text>
      {workspaceChoice.workspaces.map(({ id, slug, name, role }, i) => (
        <Button
          key={id}
          variant="default"
          size="md"
          justify="space-between"
          rightSection={
            <Text size="xs" c="dimmed">
              {common(`role.${role}`)}
            </Text>
          }
          autoFocus={i === 0}
          loading={choose.isPending && choose.variables?.body.organization === slug}
          onClick={() => enter(slug)}
        >
          {name}
        </Button>
      ))}
      <ErrorNote error={choose.error} />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
        {t('choose.back')}
      </Anchor>
    </Stack>
  )
}
