import { useTranslation } from 'react-i18next'

const kinds = ['folder', 'object-store', 'event', 'time-stamp'] as const

/** Returns a function that names an outside place. A witness has its own name. */
export const usePlaceName = (): ((place: string) => string) => {
  const { t } = useTranslation('trails')
  return place => {
    const kind = kinds.find(name => name === place)
    return kind ? t(`ledger.place.${kind}`) : t('ledger.place.witness', { name: place.replace(/^witness /, '') })
  }
}
