import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type Requirement, useRefresh, useReviewers } from './queries.ts'

interface Fields {
  readonly requirementKey: string
  readonly title: string
  readonly description: string
  readonly validityDays: number
  readonly ownerId: string
  readonly subjectModuleKey: string
  readonly subjectResourceType: string
  readonly active: boolean
}

const fieldsOf = (requirement: Requirement | undefined): Fields => ({
  requirementKey: requirement?.requirementKey ?? '',
  title: requirement?.title ?? '',
  description: requirement?.description ?? '',
  validityDays: requirement?.validityDays ?? 365,
  ownerId: requirement?.owner?.id ?? '',
  subjectModuleKey: requirement?.subjectModuleKey ?? '',
  subjectResourceType: requirement?.subjectResourceType ?? '',
  active: false,
})

const bodyOf = ({
  requirementKey: _,
  active: __,
  ownerId,
  subjectModuleKey,
  subjectResourceType,
  ...rest
}: Fields) => ({
  ...rest,
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
  const [initial] = useState(() => fieldsOf(requirement))
  const [fields, setFields] = useState(initial)
  const set = (changed: Partial<Fields>) => setFields({ ...fields, ...changed })

  const create = (reason: string) =>
    client.POST('/api/workspace/evidence-requirements', {
      body: {
        ...bodyOf(fields),
        requirementKey: fields.requirementKey.trim(),
        status: fields.active ? 'active' : 'draft',
        reason,
      },
    })
  const update = (requirementId: string, reason: string, header: IfMatch) =>
    client.PATCH('/api/workspace/evidence-requirements/{requirementId}', {
      params: { path: { requirementId }, header },
      body: { ...changesOf(bodyOf(initial), bodyOf(fields)), reason },
    })
  const save = async (reason: string, header: IfMatch) => {
    const { data, error } = requirement ? await update(requirement.id, reason, header) : await create(reason)
    if (!data) throw error
    await refresh()
    onSaved?.(data)
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
      ready={fields.title.trim() !== '' && fields.requirementKey.trim() !== '' && fields.validityDays > 0}
      of={requirement}
      onSubmit={save}
    >
      {!requirement && (
        <TextInput
          label={t('requirement.key')}
          description={t('requirement.keyHint')}
          required
          data-autofocus
          maxLength={200}
          value={fields.requirementKey}
          onChange={event => set({ requirementKey: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('requirement.name')}
        required
        data-autofocus={requirement ? true : undefined}
        maxLength={500}
        value={fields.title}
        onChange={event => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('requirement.description')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        value={fields.description}
        onChange={event => set({ description: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t('requirement.validity')}
          description={t('requirement.validityHint')}
          required
          allowDecimal={false}
          min={1}
          max={36_500}
          value={fields.validityDays}
          onChange={days => set({ validityDays: Number(days) })}
        />
        <NativeSelect
          label={t('requirement.owner')}
          description={t('requirement.ownerHint')}
          value={fields.ownerId}
          onChange={event => set({ ownerId: event.currentTarget.value })}
          data={owners}
        />
        <TextInput
          label={t('requirement.subjectModule')}
          maxLength={200}
          value={fields.subjectModuleKey}
          onChange={event => set({ subjectModuleKey: event.currentTarget.value })}
        />
        <TextInput
          label={t('requirement.subjectType')}
          maxLength={200}
          value={fields.subjectResourceType}
          onChange={event => set({ subjectResourceType: event.currentTarget.value })}
        />
      </SimpleGrid>
      {!requirement && (
        <Checkbox
          label={t('requirement.activeNow')}
          checked={fields.active}
          onChange={event => set({ active: event.currentTarget.checked })}
        />
      )}
    </ActionDialog>
  )
}
