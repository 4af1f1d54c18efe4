import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { type Requirement, useRefresh, useReviewers } from './queries.ts'

interface Props {
  /** The one that is edited; a new one when left out. */
  readonly requirement?: Requirement
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (requirement: Requirement) => void
}

const path = '/api/workspace/evidence-requirements'

/** Makes or edits a requirement. Mounted anew for each opening, so that it begins with what is there. */
export const RequirementDialog = ({ requirement, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('evidence')
  const refresh = useRefresh()
  const { data: reviewers = [] } = useReviewers()
  const [active, setActive] = useState(false)
  const owner = requirement?.owner
  const owners = [
    { value: '', label: t('board.noOwner') },
    ...(owner && !reviewers.some(({ id }) => id === owner.id) ? [{ value: owner.id, label: owner.name }] : []),
    ...reviewers.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const saved = async (call: Promise<{ data?: Requirement; error?: unknown }>) => {
    const { data, error } = await call
    if (!data) throw error
    await refresh()
    onSaved?.(data)
  }
  return (
    <RecordDialog
      fields={fields.EvidenceRequirement}
      labels={{
        requirementKey: { label: t('requirement.key'), hint: t('requirement.keyHint') },
        title: t('requirement.name'),
        description: t('requirement.description'),
        validityDays: { label: t('requirement.validity'), hint: t('requirement.validityHint') },
        ownerId: { label: t('requirement.owner'), hint: t('requirement.ownerHint') },
        subjectModuleKey: t('requirement.subjectModule'),
        subjectResourceType: t('requirement.subjectType'),
      }}
      choices={{ ownerId: owners }}
      record={requirement && { ...requirement, ownerId: owner?.id ?? null }}
      initial={{ validityDays: 365 }}
      opened={opened}
      onClose={onClose}
      title={t(requirement ? 'requirement.editTitle' : 'requirement.new')}
      of={requirement}
      create={async ({ requirementKey, ...body }, reason) => {
        const status = active ? 'active' : 'draft'
        await saved(client.POST(path, { body: { ...body, requirementKey, status, reason } }))
      }}
      change={async (changes, reason, header) => {
        const params = { path: { requirementId: requirement?.id ?? '' }, header }
        await saved(client.PATCH(`${path}/{requirementId}`, { params, body: { ...changes, reason } }))
      }}
    >
      {!requirement && (
        <Checkbox
          label={t('requirement.activeNow')}
          checked={active}
          onChange={event => setActive(event.currentTarget.checked)}
        />
      )}
    </RecordDialog>
  )
}
