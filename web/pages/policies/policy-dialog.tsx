import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Policy } from './model.ts'

interface Props {
  /** The policy to change. Without it, the dialog creates one. */
  readonly policy?: Policy
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (id: string) => void
}

/** Creates or changes a policy. Mounted again for each opening, to start with the current values. */
export const PolicyDialog = ({ policy, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('policies')
  const refresh = useRefresh()
  const owner = policy && { id: policy.ownerId, name: policy.ownerName }
  return (
    <RecordDialog
      operation={policy ? 'updatePolicy' : 'createPolicy'}
      fields={fields.Policy}
      labels={{
        policyKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{ ownerId: { offer: { kind: 'person', status: 'active' }, placeholder: t('noOwner'), selected: owner } }}
      record={policy}
      opened={opened}
      onClose={onClose}
      title={t(policy ? 'editTitle' : 'new')}
      create={async (body, reason) => {
        const { id } = await unwrap(client.POST('/api/workspace/policies', { body: { ...body, reason } }))
        void refresh()
        onSaved?.(id)
      }}
      change={async ({ policyKey: _, ...changes }, reason, header) => {
        const params = { path: { policyId: policy?.id ?? '' }, header }
        await unwrap(client.PATCH('/api/workspace/policies/{policyId}', { params, body: { ...changes, reason } }))
        await refresh()
      }}
    />
  )
}
