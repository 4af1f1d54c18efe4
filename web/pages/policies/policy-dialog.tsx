import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import type { Policy } from './model.ts'

interface Props {
  /** The policy to change. Without it, the dialog creates one. */
  readonly policy?: Policy
  readonly onSaved?: (record: { readonly id: string }) => void
}

/** A button with a dialog that creates or changes a policy. */
export const WritePolicy = ({ policy, onSaved }: Props) => {
  const { t } = useTranslation('policies')
  const owner = policy && { id: policy.ownerId, name: policy.ownerName }
  return (
    <RecordAct
      noun="Policy"
      label={t(policy ? 'edit' : 'new')}
      labels={{
        policyKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{ ownerId: { offer: { kind: 'person', status: 'active' }, placeholder: t('noOwner'), selected: owner } }}
      record={policy}
      title={t(policy ? 'editTitle' : 'new')}
      {...(onSaved && { onDone: onSaved })}
    />
  )
}
