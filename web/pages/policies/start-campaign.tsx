import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ChooseMany, ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Policy } from './model.ts'

const roles = ['admin', 'reviewer', 'contributor', 'auditor'] as const

type Role = (typeof roles)[number]

interface DialogProps {
  readonly policy: Policy
  readonly versionId: string
  readonly opened: boolean
  readonly onClose: () => void
}

const initial = { requirementId: '', dueAt: '', roles: [] as Role[], personIds: [] as string[], reason: '' }

const Dialog = ({ policy, versionId, opened, onClose }: DialogProps) => {
  const { t } = useTranslation('policies')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const form = useForm({ initialValues: initial })
  const { requirementId, roles: chosen, personIds } = form.values
  const dueAt = fromLocal(form.values.dueAt)
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('campaigns.start')}
      text={t('campaigns.startText', { number: policy.currentVersionNumber })}
      submit={t('campaigns.start')}
      form={form}
      ready={requirementId !== '' && dueAt !== undefined}
      onSubmit={async reason => {
        const audience = { ...(chosen.length > 0 && { roles: chosen }), ...(personIds.length > 0 && { personIds }) }
        const body = { policyId: policy.id, versionId, requirementId, dueAt: dueAt ?? '', ...audience, reason }
        const { id } = await answered(client.POST('/api/workspace/policy-campaigns', { body }))
        void refresh()
        await navigate({ to: '/governance/policy-campaigns/$campaignId', params: { campaignId: id } })
      }}
    >
      <ChooseOne
        data-autofocus
        required
        label={t('campaigns.requirement')}
        description={t('campaigns.requirementHint')}
        offer={{ kind: 'document_requirement', status: 'active' }}
        none={t('campaigns.chooseRequirement')}
        {...form.getInputProps('requirementId')}
      />
      <TextInput type="datetime-local" required label={t('due')} {...form.getInputProps('dueAt')} />
      <Checkbox.Group
        label={t('campaigns.roles')}
        description={t('campaigns.rolesHint')}
        {...form.getInputProps('roles')}
      >
        <Stack gap={4} mt={4}>
          {roles.map(role => (
            <Checkbox key={role} value={role} label={common(`role.${role}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ChooseMany
        label={t('campaigns.people')}
        description={t('campaigns.peopleHint')}
        offer={{ kind: 'person', status: 'active' }}
        most={1000}
        {...form.getInputProps('personIds')}
      />
    </ActionDialog>
  )
}

/** The button and its dialog: people are asked to acknowledge the current version. */
export const StartCampaign = ({ policy }: { policy: Policy }) => {
  const { t } = useTranslation('policies')
  const can = useCan()
  const { time, opened, open, close } = useOpening()
  const { currentVersionId: versionId, status } = policy
  if (!can('startPolicyCampaign') || status !== 'active' || versionId === null) return null
  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('campaigns.start')}
      </Button>
      <Dialog key={time} policy={policy} versionId={versionId} opened={opened} onClose={close} />
    </>
  )
}
