import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseOne } from '#web/family/choose.tsx'

interface Props {
  /** The placeholder while no claim is selected. */
  readonly placeholder: string
  /** Claims that are not offered. */
  readonly exclude: readonly string[]
  readonly value?: string
  readonly onChange: (claimId: string) => void
  readonly error?: ReactNode
  /** The path of the field in the form. */
  readonly 'data-path'?: string
}

/** A field that selects an accepted claim. */
export const ChooseClaim = (props: Props) => {
  const { t } = useTranslation('findings')
  const offer = { kind: 'evidence_claim', status: 'accepted' } as const
  return <ChooseOne data-autofocus label={t('proof.claim')} offer={offer} {...props} />
}
