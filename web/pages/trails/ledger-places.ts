import { useTranslation } from 'react-i18next'

const kinds = ['folder', 'object-store', 'event', 'time-stamp'] as const

/** The name of a place outside; for a witness, its own name. */
export const usePlaceName = (): ((place: string) => string) => {
  const { t } = useTranslation('trails')
  return place => {
    const kind = kinds.find(name => name === place)
    return kind ? t(`ledger.place.${kind}`) : t('ledger.place.witness', { name: place.replace(/^witness /, '') })
  }
}
