import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Requirement } from './queries.ts'

interface Props {
  /** The requirement to edit. Without it, the dialog creates one. */
  readonly requirement?: Requirement
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (requirement: Requirement) => void
}

const path = '/api/workspace/evidence-requirements'

/** Creates or edits a requirement. Mounted again for each opening, to start with the current values. */
export const RequirementDialog = ({ requirement, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('evidence')
  const refresh = useRefresh()
  const owner = requirement?.owner ?? undefined
  return (
    <RecordDialog
      operation={requirement ? 'updateEvidenceRequirement' : 'createEvidenceRequirement'}
      fields={fields.EvidenceRequirement}
      labels={{
        requirementKey: { label: t('requirement.key'), hint: t('requirement.keyHint') },
        title: t('requirement.name'),
        description: t('requirement.description'),
        validityDays: { label: t('requirement.validity'), hint: t('requirement.validityHint') },
        retentionYears: { label: t('requirement.retention'), hint: t('requirement.retentionHint') },
        ownerId: { label: t('requirement.owner'), hint: t('requirement.ownerHint') },
        subjectModuleKey: t('requirement.subjectModule'),
        subjectResourceType: t('requirement.subjectType'),
      }}
      choices={{
        ownerId: { offer: { kind: 'reviewer', status: 'active' }, placeholder: t('board.noOwner'), selected: owner },
      }}
      record={requirement && { ...requirement, ownerId: owner?.id ?? null }}
      initial={{ validityDays: 365 }}
      extra={{ active: false }}
      opened={opened}
      onClose={onClose}
      title={t(requirement ? 'requirement.editTitle' : 'requirement.new')}
      create={async ({ active, ...body }, reason) => {
        const status = active ? 'active' : 'draft'
        const record = await unwrap(client.POST(path, { body: { ...body, status, reason } }))
        await refresh()
        onSaved?.(record)
      }}
      change={async ({ active: _, requirementKey: __, ...changes }, reason, header) => {
        const params = { path: { requirementId: requirement?.id ?? '' }, header }
        await unwrap(client.PATCH(`${path}/{requirementId}`, { params, body: { ...changes, reason } }))
        await refresh()
      }}
    >
      {form =>
        !requirement && (
          <Checkbox label={t('requirement.activeNow')} {...form.getInputProps('active', { type: 'checkbox' })} />
        )
      }
    </RecordDialog>
  )
}
