import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import { type Finding, useSeverityChoices } from './model.ts'

const useFormTexts = (finding?: Finding) => {
  const { t } = useTranslation('findings')
  return {
    labels: {
      title: t('form.title'),
      description: t('form.description'),
      severity: t('severity'),
      ownerId: t('owner'),
      controlId: t('control'),
      dueAt: { label: t('due'), hint: t('form.dueHint') },
    },
    choices: {
      severity: useSeverityChoices(),
      ownerId: {
        offer: { kind: 'person', status: 'active' },
        placeholder: t('nobody'),
        selected: finding && { id: finding.ownerId, name: finding.ownerName },
      },
      controlId: { offer: { kind: 'control' }, placeholder: t('form.noControl') },
    },
  } as const
}

/** A button with a dialog that records a new finding. */
export const NewFinding = () => {
  const { t } = useTranslation('findings')
  const navigate = useNavigate()
  const { labels, choices } = useFormTexts()
  return (
    <RecordAct
      noun="Finding"
      label={t('new')}
      labels={{
        ...labels,
        subjectModuleKey: { label: t('form.subjectModule'), hint: t('form.subjectHint') },
        subjectResourceType: t('form.subjectType'),
        subjectResourceId: t('form.subjectId'),
      }}
      choices={choices}
      initial={{ severity: 'medium' }}
      title={t('new')}
      serverDefaults={['dueAt']}
      onDone={({ id }) => navigate({ to: '/governance/findings/$findingId', params: { findingId: id } })}
    />
  )
}

/** A button with a dialog that edits a finding's text, severity, owner, control and due date. */
export const EditFinding = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const { labels, choices } = useFormTexts(finding)
  return (
    <RecordAct
      noun="Finding"
      label={t('form.edit')}
      labels={labels}
      choices={choices}
      record={finding}
      title={t('form.editTitle')}
    />
  )
}
