import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Role, useCan } from '#web/api/session.ts'
import { WaitingRequest } from '#web/family/second-person.tsx'
import { Act } from '#web/ui/act.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { onePage } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { RoleField } from './role-field.tsx'
import { UnitNames } from './unit-names.tsx'
import { UnitsField } from './units-field.tsx'

type Rules = Schemas['GroupRules']
type Rule = Schemas['GroupRule']

const { source: sources } = enums.GroupRule

const isSameGroup = (a: Rule, b: Rule): boolean => a.source === b.source && a.group === b.group

const path = '/api/workspace/group-rules'

interface Props {
  readonly settings: Rules
  readonly opened: boolean
  readonly onClose: () => void
}

/** Adds a rule for a group. It replaces an existing rule for the same group. */
const RuleDialog = ({ settings, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const refresh = useRefresh()
  const form = useForm({
    initialValues: {
      source: 'single_sign_on' as Rule['source'],
      group: '',
      role: 'auditor' as Role,
      unitIds: [] as string[],
      reason: '',
    },
  })
  const { source, group, role, unitIds } = form.values
  const isUnlimited = role === 'admin' || unitIds.length === 0
  const rule: Rule = { source, group, role, ...(!isUnlimited && { unitIds }) }
  return (
    <ActionDialog
      operation="setGroupRules"
      opened={opened}
      onClose={onClose}
      title={t('groups.add')}
      text={t('groups.addText')}
      submit={t('groups.save')}
      form={form}
      record={settings}
      ready={group !== ''}
      onSubmit={async (reason, header) => {
        const rules = [...settings.rules.filter(other => !isSameGroup(other, rule)), rule]
        await unwrap(client.POST(path, { params: { header }, body: { rules, reason } }))
        await refresh()
      }}
      size="lg"
    >
      <NativeSelect
        label={t('groups.source')}
        data={sources.map(value => ({ value, label: t(`groups.sources.${value}`) }))}
        {...form.getInputProps('source')}
      />
      <TextInput
        label={t('groups.group')}
        description={t('groups.groupHint')}
        required
        maxLength={512}
        data-autofocus
        {...form.getInputProps('group')}
      />
      <RoleField label={t('people.role')} value={role} onChange={value => form.setFieldValue('role', value)} />
      {role !== 'admin' && (
        <UnitsField
          value={unitIds}
          onChange={value => form.setFieldValue('unitIds', value)}
          error={form.errors.unitIds}
        />
      )}
    </ActionDialog>
  )
}

/** The rules that give roles and units to groups. */
export const GroupRules = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const can = useCan()
  const addDialog = useOpening()
  const query = api.useQuery('get', path)
  if (!query.data) return <ErrorNote error={query.error} retry={() => void query.refetch()} />
  const settings = query.data
  const { openRequestId, rules } = settings
  const mayChange = can('setGroupRules') && !openRequestId
  const columns: readonly Column<Rule>[] = [
    { key: 'group', header: t('groups.group'), render: ({ group }) => group },
    { key: 'source', header: t('groups.source'), render: ({ source }) => t(`groups.sources.${source}`), wide: true },
    { key: 'role', header: t('people.role'), render: ({ role }) => common(`role.${role}`) },
    {
      key: 'units',
      header: t('units.of'),
      render: ({ role, unitIds }) => <UnitNames ids={role === 'admin' ? undefined : unitIds} />,
      wide: true,
    },
    ...(mayChange
      ? [
          {
            key: 'remove',
            header: common('actions.actions'),
            render: (rule: Rule) => (
              <Act
                operation="setGroupRules"
                record={settings}
                body={{ rules: rules.filter(other => !isSameGroup(other, rule)) }}
                label={t('groups.remove')}
                name={`${t('groups.remove')}: ${rule.group}`}
                title={t('groups.remove')}
                about={`${rule.source} ${rule.group}`}
                text={t(rules.length > 1 ? 'groups.removeText' : 'groups.removeLastText', { group: rule.group })}
                variant="subtle"
                size="compact-sm"
                danger
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <Section
      title={t('groups.title')}
      actions={
        mayChange && (
          <Button variant="default" size="xs" aria-haspopup="dialog" onClick={addDialog.open}>
            {t('groups.add')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm">{t('groups.text')}</Text>
        {openRequestId && <WaitingRequest requestId={openRequestId} />}
        <RecordTable
          label={t('groups.title')}
          pages={onePage(query, body => body.rules)}
          columns={columns}
          rowKey={({ source, group }) => `${source} ${group}`}
          empty={<Empty title={t('groups.none')} text={t('groups.noneText')} />}
        />
      </Stack>
      <RuleDialog key={addDialog.openCount} settings={settings} opened={addDialog.opened} onClose={addDialog.close} />
    </Section>
  )
}
