import { Button, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ChooseMany } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

type Policy = Schemas['SignInPolicy']

const path = '/api/workspace/sign-in-policy'
const { signIn: options } = enums.SignInPolicy
const maxBreakGlass = 2

interface Props {
  readonly policy: Policy
  readonly opened: boolean
  readonly onClose: () => void
}

const ChangeDialog = ({ policy, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const { signIn, breakGlassIds } = policy
  const form = useForm({ initialValues: { signIn, breakGlassIds: [...breakGlassIds], reason: '' } })
  const isForced = form.values.signIn === 'single_sign_on'
  const save = async (reason: string, header: IfMatch) => {
    const { reason: _, ...values } = form.values
    await unwrap(client.POST(path, { params: { header }, body: { ...values, reason } }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="setSignInPolicy"
      opened={opened}
      onClose={onClose}
      title={t('signIn.change')}
      text={t(isForced ? 'signIn.forcedText' : 'signIn.anyText')}
      submit={t('signIn.save')}
      danger={isForced}
      form={form}
      record={policy}
      ready={!isForced || form.values.breakGlassIds.length > 0}
      missing={common('form.chooseSome')}
      missingAt="breakGlassIds"
      onSubmit={save}
      size="lg"
    >
      <Radio.Group
        label={t('signIn.how')}
        value={form.values.signIn}
        onChange={value => form.setFieldValue('signIn', options.find(option => option === value) ?? signIn)}
      >
        <Stack gap={6} mt={4}>
          {options.map(option => (
            <Radio key={option} value={option} size="xs" label={t(`signIn.ways.${option}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <ChooseMany
        label={t('signIn.breakGlass')}
        description={t('signIn.breakGlassHint')}
        error={form.errors.breakGlassIds}
        offer={{ kind: 'person', status: 'active' }}
        labels={policy.breakGlass.map(({ id, name }) => ({ value: id, label: name }))}
        value={form.values.breakGlassIds}
        onChange={value => form.setFieldValue('breakGlassIds', value)}
        limit={maxBreakGlass}
      />
    </ActionDialog>
  )
}

/** Shows how people sign in to the workspace, and who still can if the identity provider fails. */
export const SignInPolicy = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const changeDialog = useOpening()
  const { data, error, refetch } = api.useQuery('get', path)
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  return (
    <Section
      title={t('signIn.title')}
      actions={
        can('setSignInPolicy') && (
          <Button variant="default" size="xs" aria-haspopup="dialog" onClick={changeDialog.open}>
            {t('signIn.change')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm">{t('signIn.text')}</Text>
        <FactList
          entries={[
            [t('signIn.how'), t(`signIn.ways.${data.signIn}`)],
            [t('signIn.breakGlass'), data.breakGlass.map(({ name, email }) => `${name} (${email})`).join(', ')],
            [t('signIn.updatedAt'), data.updatedAt && <Time key="at" at={data.updatedAt} />],
          ]}
        />
      </Stack>
      <ChangeDialog
        key={changeDialog.openCount}
        policy={data}
        opened={changeDialog.opened}
        onClose={changeDialog.close}
      />
    </Section>
  )
}
