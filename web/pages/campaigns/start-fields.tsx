import { Checkbox, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { ChoiceKind } from '#web/family/choices.ts'
import { ChooseMany, ChooseOne } from '#web/family/choose.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'

const roles = ['admin', 'reviewer', 'contributor', 'auditor'] as const

type Role = (typeof roles)[number]

interface Options {
  readonly requirementHint: string
  /** The kind of requirement that accepts the campaign's claim as proof. */
  readonly requirementKind: ChoiceKind
  readonly rolesHint?: string
}

const initialValues = { requirementId: '', dueAt: '', roles: [] as Role[], personIds: [] as string[], reason: '' }

/** The settings of a new campaign of any kind, without its subject, and the fields that ask for them. */
export const useStartFields = ({ requirementHint, requirementKind, rolesHint }: Options) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues })
  const { requirementId, roles: selectedRoles, personIds } = form.values
  const dueAt = fromLocal(form.values.dueAt)
  const body = {
    ...{ requirementId, dueAt: dueAt ?? '' },
    ...(selectedRoles.length > 0 && { roles: selectedRoles }),
    ...(personIds.length > 0 && { personIds }),
  }
  const fields = (
    <>
      <ChooseOne
        data-autofocus
        required
        label={t('requirement')}
        description={requirementHint}
        offer={{ kind: requirementKind, status: 'active' }}
        placeholder={t('chooseRequirement')}
        {...form.getInputProps('requirementId')}
      />
      <MomentField required label={t('due')} {...form.getInputProps('dueAt')} />
      <Checkbox.Group label={t('roles')} description={rolesHint ?? t('rolesHint')} {...form.getInputProps('roles')}>
        <Stack gap={4} mt={4}>
          {roles.map(role => (
            <Checkbox key={role} value={role} label={common(`role.${role}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ChooseMany
        label={t('people')}
        description={t('peopleHint')}
        offer={{ kind: 'person', status: 'active' }}
        limit={1000}
        {...form.getInputProps('personIds')}
      />
    </>
  )
  return { body, fields, dialog: { form, ready: requirementId !== '' && dueAt !== undefined } }
}
