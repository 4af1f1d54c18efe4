import { Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { choicesOf, usePeople } from '#web/pages/assessments/people.ts'
import { useRequirements } from '#web/pages/evidence/queries.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'

const roles = ['admin', 'reviewer', 'contributor', 'auditor'] as const

type Role = (typeof roles)[number]

/** What a campaign is started with, besides what it is about. */
export interface Started {
  readonly requirementId: string
  readonly dueAt: string
  readonly roles?: Role[]
  readonly personIds?: string[]
  readonly reason: string
}

interface Source {
  readonly moduleKey: string
  readonly resourceType: string
}

interface Takes {
  readonly status: string
  readonly subjectModuleKey: string | null
  readonly subjectResourceType: string | null
}

/** Whether a requirement takes what the claim of a campaign is about. */
const takes =
  ({ moduleKey, resourceType }: Source) =>
  ({ status, subjectModuleKey: module, subjectResourceType: type }: Takes): boolean =>
    status === 'active' && (module ?? moduleKey) === moduleKey && (type ?? resourceType) === resourceType

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text: string
  readonly requirementHint: string
  readonly source: Source
  readonly rolesHint?: string
  readonly start: (body: Started) => Promise<unknown>
}

const initial = { requirementId: '', dueAt: '', roles: [] as Role[], personIds: [] as string[], reason: '' }

/** Asks for what starts a campaign of any kind. */
export const StartDialog = ({ opened, onClose, title, text, requirementHint, source, rolesHint, start }: Props) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues: initial })
  const { data: people = [] } = usePeople()
  const { data: requirements = [] } = useRequirements()
  const { requirementId, roles: chosen, personIds } = form.values
  const dueAt = fromLocal(form.values.dueAt)
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={title}
      text={text}
      submit={title}
      form={form}
      ready={requirementId !== '' && dueAt !== undefined}
      onSubmit={reason => {
        const audience = { ...(chosen.length > 0 && { roles: chosen }), ...(personIds.length > 0 && { personIds }) }
        return start({ requirementId, dueAt: dueAt ?? '', ...audience, reason })
      }}
    >
      <NativeSelect
        data-autofocus
        required
        label={t('requirement')}
        description={requirementHint}
        data={[
          { value: '', label: t('chooseRequirement') },
          ...requirements
            .filter(takes(source))
            .map(({ id, requirementKey, title }) => ({ value: id, label: `${requirementKey} · ${title}` })),
        ]}
        {...form.getInputProps('requirementId')}
      />
      <TextInput type="datetime-local" required label={t('due')} {...form.getInputProps('dueAt')} />
      <Checkbox.Group label={t('roles')} description={rolesHint ?? t('rolesHint')} {...form.getInputProps('roles')}>
        <Stack gap={4} mt={4}>
          {roles.map(role => (
            <Checkbox key={role} value={role} label={common(`role.${role}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label={t('people')}
        description={t('peopleHint')}
        searchable
        maxValues={1000}
        data={choicesOf(people)}
        {...form.getInputProps('personIds')}
      />
    </ActionDialog>
  )
}
