import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type Requirement, useReviewers } from './queries.ts'

const fieldsOf = (requirement: Requirement | undefined) => ({
  requirementKey: requirement?.requirementKey ?? '',
  title: requirement?.title ?? '',
  description: requirement?.description ?? '',
  validityDays: requirement?.validityDays ?? 365,
  ownerId: requirement?.owner?.id ?? '',
  subjectModuleKey: requirement?.subjectModuleKey ?? '',
  subjectResourceType: requirement?.subjectResourceType ?? '',
  active: false,
  reason: '',
})

const bodyOf = ({
  requirementKey: _,
  active: __,
  ownerId,
  subjectModuleKey,
  subjectResourceType,
  validityDays,
  ...rest
}: ReturnType<typeof fieldsOf>) => ({
  ...rest,
  validityDays: Number(validityDays),
  ownerId: ownerId || null,
  subjectModuleKey: subjectModuleKey.trim() || null,
  subjectResourceType: subjectResourceType.trim() || null,
})

interface Props {
  /** The one that is edited; a new one when left out. */
  readonly requirement?: Requirement
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (requirement: Requirement) => void
}

/** Makes or edits a requirement. Mounted anew for each opening, so that it begins with what is there. */
export const RequirementDialog = ({ requirement, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const { data: reviewers = [] } = useReviewers()
  const form = useForm({ initialValues: fieldsOf(requirement) })
  const { title, requirementKey, validityDays, active } = form.values

  const save = async (reason: string) => {
    const body = { ...bodyOf(form.values), reason }
    const saved = requirement
      ? await answered(
          client.PATCH('/api/workspace/evidence-requirements/{requirementId}', {
            params: { path: { requirementId: requirement.id } },
            body,
          }),
        )
      : await answered(
          client.POST('/api/workspace/evidence-requirements', {
            body: { ...body, requirementKey: requirementKey.trim(), status: active ? 'active' : 'draft' },
          }),
        )
    await refresh()
    onSaved?.(saved)
  }

  const owner = requirement?.owner
  const owners = [
    { value: '', label: t('board.noOwner') },
    ...(owner && !reviewers.some(({ id }) => id === owner.id) ? [{ value: owner.id, label: owner.name }] : []),
    ...reviewers.map(({ id, name }) => ({ value: id, label: name })),
  ]

  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t(requirement ? 'requirement.editTitle' : 'requirement.new')}
      submit={common(requirement ? 'actions.save' : 'actions.create')}
      form={form}
      ready={title.trim() !== '' && requirementKey.trim() !== '' && validityDays > 0}
      onSubmit={save}
    >
      {!requirement && (
        <TextInput
          label={t('requirement.key')}
          description={t('requirement.keyHint')}
          required
          data-autofocus
          maxLength={200}
          {...form.getInputProps('requirementKey')}
        />
      )}
      <TextInput
        label={t('requirement.name')}
        required
        data-autofocus={requirement ? true : undefined}
        maxLength={500}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('requirement.description')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t('requirement.validity')}
          description={t('requirement.validityHint')}
          required
          allowDecimal={false}
          min={1}
          max={36_500}
          {...form.getInputProps('validityDays')}
        />
        <NativeSelect
          label={t('requirement.owner')}
          description={t('requirement.ownerHint')}
          {...form.getInputProps('ownerId')}
          data={owners}
        />
        <TextInput label={t('requirement.subjectModule')} maxLength={200} {...form.getInputProps('subjectModuleKey')} />
        <TextInput
          label={t('requirement.subjectType')}
          maxLength={200}
          {...form.getInputProps('subjectResourceType')}
        />
      </SimpleGrid>
      {!requirement && (
        <Checkbox label={t('requirement.activeNow')} {...form.getInputProps('active', { type: 'checkbox' })} />
      )}
    </ActionDialog>
  )
}
