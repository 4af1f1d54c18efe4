import { Checkbox, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import type { ChoiceKind } from '#web/family/choices.ts'
import { ChooseMany, ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'

const roles = ['admin', 'reviewer', 'contributor', 'auditor'] as const

type Role = (typeof roles)[number]

/** The settings of a new campaign, without its subject. */
export interface CampaignInput {
  readonly requirementId: string
  readonly dueAt: string
  readonly roles?: Role[]
  readonly personIds?: string[]
  readonly reason: string
}

interface Props {
  readonly operation: ReasonedOperation
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text: string
  readonly requirementHint: string
  /** The kind of requirement that accepts the campaign's claim as proof. */
  readonly requirementKind: ChoiceKind
  readonly rolesHint?: string
  readonly start: (body: CampaignInput) => Promise<unknown>
}

const initial = { requirementId: '', dueAt: '', roles: [] as Role[], personIds: [] as string[], reason: '' }

/** The dialog that starts a campaign of any kind. */
export const StartDialog = ({
  operation,
  opened,
  onClose,
  title,
  text,
  requirementHint,
  requirementKind,
  rolesHint,
  start,
}: Props) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues: initial })
  const { requirementId, roles: selectedRoles, personIds } = form.values
  const dueAt = fromLocal(form.values.dueAt)
  return (
    <ActionDialog
      operation={operation}
      opened={opened}
      onClose={onClose}
      title={title}
      text={text}
      submit={title}
      form={form}
      ready={requirementId !== '' && dueAt !== undefined}
      onSubmit={reason => {
        const audience = {
          ...(selectedRoles.length > 0 && { roles: selectedRoles }),
          ...(personIds.length > 0 && { personIds }),
        }
        return start({ requirementId, dueAt: dueAt ?? '', ...audience, reason })
      }}
    >
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
    </ActionDialog>
  )
}
