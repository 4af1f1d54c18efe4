import { useTranslation } from 'react-i18next'
import { ChooseOne } from '#web/family/choose.tsx'

interface Props {
  /** The placeholder while none is chosen. */
  readonly first: string
  /** Claims that are not offered. */
  readonly without: readonly string[]
  readonly value: string
  readonly onChange: (claimId: string) => void
}

/** One of the accepted claims. */
export const ChooseClaim = ({ first, ...props }: Props) => {
  const { t } = useTranslation('findings')
  const offer = { kind: 'evidence_claim', status: 'accepted' } as const
  return <ChooseOne data-autofocus label={t('proof.claim')} offer={offer} placeholder={first} {...props} />
}
