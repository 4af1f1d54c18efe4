import { Button, Checkbox, NumberInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

type Rules = Schemas['SecondFactorRules']

interface Props {
  readonly rules: Rules
  readonly opened: boolean
  readonly onClose: () => void
}

const ChangeDialog = ({ rules, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const required = rules.roles.filter(({ secondFactor }) => secondFactor === 'required').map(({ role }) => role)
  const needsOne = rules.singleSignOn === 'needs_factor'
  const form = useForm({ initialValues: { required, graceDays: 14, needsOne, reason: '' } })
  const { graceDays } = form.values
  const onSubmit = async (reason: string) => {
    const singleSignOn = form.values.needsOne ? ('needs_factor' as const) : ('satisfies' as const)
    const body = { required: form.values.required, graceDays, singleSignOn, reason }
    await unwrap(client.PATCH('/api/workspace/second-factor', { body }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="setSecondFactorRules"
      opened={opened}
      onClose={onClose}
      title={t('secondFactorRules.change')}
      text={t('secondFactorRules.text')}
      submit={t('settings.submit')}
      form={form}
      ready={Number.isInteger(graceDays)}
      missing={common('form.missing')}
      missingAt="graceDays"
      onSubmit={onSubmit}
    >
      <Stack gap="sm">
        <Checkbox.Group label={t('secondFactorRules.required')} {...form.getInputProps('required')}>
          <Stack gap={4} mt={4}>
            {rules.roles.map(({ role }) => (
              <Checkbox key={role} value={role} label={common(`role.${role}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NumberInput
          label={t('secondFactorRules.graceDays')}
          description={t('secondFactorRules.graceText')}
          min={0}
          max={90}
          allowDecimal={false}
          {...form.getInputProps('graceDays')}
        />
        <Checkbox
          label={t('secondFactorRules.needsOne')}
          description={t('secondFactorRules.needsOneText')}
          {...form.getInputProps('needsOne', { type: 'checkbox' })}
        />
      </Stack>
    </ActionDialog>
  )
}

const ChangeButton = ({ rules }: { rules: Rules }) => {
  const { t } = useTranslation('access')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        {t('secondFactorRules.change')}
      </Button>
      <ChangeDialog key={openCount} rules={rules} opened={opened} onClose={close} />
    </>
  )
}

const usePeopleWithoutFactor = () => api.useQuery('get', '/api/workspace/second-factor/missing')

type PersonWithoutFactor = NonNullable<ReturnType<typeof usePeopleWithoutFactor>['data']>['people'][number]

/** Lists, for administrators, the people without a second factor. */
const PeopleWithoutFactor = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const { data, error } = usePeopleWithoutFactor()
  const columns: readonly Column<PersonWithoutFactor>[] = [
    {
      key: 'name',
      header: t('people.name'),
      render: ({ name, email }) => (
        <>
          {name}{' '}
          <Text span size="xs" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    { key: 'role', header: t('people.role'), render: ({ role }) => common(`role.${role}`) },
  ]
  const fromColumn: Column<PersonWithoutFactor> = {
    key: 'from',
    header: t('secondFactorRules.from'),
    render: ({ requiredFrom }) => (requiredFrom ? <Time at={requiredFrom} /> : t('secondFactorRules.optional')),
  }
  if (!data) return <ErrorNote error={error} />
  const isRequired = data.people.some(({ requiredFrom }) => requiredFrom)
  if (data.total === 0) return <Text size="sm">{t('secondFactorRules.nobody')}</Text>
  return (
    <>
      <Text size="sm">{t('secondFactorRules.missing', { count: data.total })}</Text>
      <DataTable
        label={t('secondFactorRules.list')}
        columns={isRequired ? [...columns, fromColumn] : columns}
        rows={data.people}
        rowKey={({ id }) => id}
      />
    </>
  )
}

/** The roles that need a second factor, and the people without one. */
export const SecondFactorRules = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const can = useCan()
  const { data, error } = api.useQuery('get', '/api/workspace/second-factor')
  return (
    <Section
      title={t('secondFactorRules.title')}
      actions={data && can('setSecondFactorRules') && <ChangeButton rules={data} />}
    >
      {data ? (
        <Stack>
          <FactList
            entries={[
              ...data.roles.map(({ role, requiredFrom }): [string, React.ReactNode] => [
                common(`role.${role}`),
                requiredFrom ? (
                  <>
                    {t('secondFactorRules.requiredFrom')} <Time at={requiredFrom} />
                  </>
                ) : (
                  t('secondFactorRules.optional')
                ),
              ]),
              [t('secondFactorRules.signOn'), t(`secondFactorRules.${data.singleSignOn}`)],
            ]}
          />
          {can('listPeopleWithoutFactor') && (
            <div>
              <PeopleWithoutFactor />
            </div>
          )}
        </Stack>
      ) : (
        <ErrorNote error={error} />
      )}
    </Section>
  )
}
