import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ChooseOne } from '#web/family/choose.tsx'
import { Act } from '#web/ui/act.tsx'
import type { PackageDetail } from './model.ts'

interface Props {
  readonly detail: PackageDetail
  /** The claims that the package already has. */
  readonly attachedIds: readonly string[]
}

/** A button with a dialog that adds an accepted claim to the package. */
export const AttachClaim = ({ detail, attachedIds }: Props) => {
  const { t } = useTranslation('submissions')
  const form = useForm({ initialValues: { claimId: '', reason: '' } })
  const { claimId } = form.values
  return (
    <Act
      operation="addSubmissionContent"
      record={detail}
      path={{ packageId: detail.submissionPackage.id }}
      body={{ claimId }}
      label={t('contents.attach')}
      size="xs"
      mt="sm"
      leftSection={<IconPlus size={14} />}
      dialog={{ form, ready: claimId !== '' }}
    >
      <ChooseOne
        data-autofocus
        required
        label={t('contents.chosen')}
        offer={{ kind: 'evidence_claim', status: 'accepted' }}
        exclude={attachedIds}
        {...form.getInputProps('claimId')}
      />
    </Act>
  )
}
