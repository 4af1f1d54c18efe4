import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
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
  const { openCount, opened, open, close } = useOpening()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { labels, choices } = useFormTexts()
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('new')}
      </Button>
      <RecordDialog
        operation="createFinding"
        key={openCount}
        fields={fields.Finding}
        labels={{
          ...labels,
          subjectModuleKey: { label: t('form.subjectModule'), hint: t('form.subjectHint') },
          subjectResourceType: t('form.subjectType'),
          subjectResourceId: t('form.subjectId'),
        }}
        choices={choices}
        initial={{ severity: 'medium' }}
        opened={opened}
        onClose={close}
        title={t('new')}
        create={async ({ dueAt, ...body }, reason) => {
          const due = dueAt === null ? {} : { dueAt }
          const { id } = await unwrap(client.POST('/api/workspace/findings', { body: { ...body, ...due, reason } }))
          void refresh()
          await navigate({ to: '/governance/findings/$findingId', params: { findingId: id } })
        }}
      />
    </>
  )
}

/** A button with a dialog that edits a finding's text, severity, owner, control and due date. */
export const EditFinding = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const { openCount, opened, open, close } = useOpening()
  const refresh = useRefresh()
  const { labels, choices } = useFormTexts(finding)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('form.edit')}
      </Button>
      <RecordDialog
        operation="updateFinding"
        key={openCount}
        fields={fields.Finding}
        labels={labels}
        choices={choices}
        record={finding}
        opened={opened}
        onClose={close}
        title={t('form.edit')}
        change={async (changes, reason, header) => {
          const params = { path: { findingId: finding.id }, header }
          await unwrap(client.PATCH('/api/workspace/findings/{findingId}', { params, body: { ...changes, reason } }))
          await refresh()
        }}
      />
    </>
  )
}
