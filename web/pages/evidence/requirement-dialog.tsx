import { useTranslation } from 'react-i18next'
import { fields } from '#web/api/fields.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Requirement } from './queries.ts'

interface Props {
  /** The requirement to edit. Without it, the dialog creates one. */
  readonly requirement?: Requirement
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (requirement: Requirement) => void
}

/** Creates or edits a requirement. Remounted each time it opens, so that it starts with the current values. */
export const RequirementDialog = ({ requirement, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('evidence')
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
        reviewersRequired: { label: t('requirement.reviewers'), hint: t('requirement.reviewersHint') },
        retentionYears: { label: t('requirement.retention'), hint: t('requirement.retentionHint') },
        ownerId: { label: t('requirement.owner'), hint: t('requirement.ownerHint') },
        subjectModuleKey: t('requirement.subjectModule'),
        subjectResourceType: t('requirement.subjectType'),
      }}
      choices={{
        ownerId: { offer: { kind: 'reviewer', status: 'active' }, placeholder: t('board.noOwner'), selected: owner },
      }}
      record={requirement && { ...requirement, ownerId: owner?.id ?? null }}
      initial={{ validityDays: 365, reviewersRequired: 1 }}
      startActive={t('requirement.activeNow')}
      opened={opened}
      onClose={onClose}
      title={t(requirement ? 'requirement.editTitle' : 'requirement.new')}
      {...(onSaved && { onDone: onSaved })}
    />
  )
}
