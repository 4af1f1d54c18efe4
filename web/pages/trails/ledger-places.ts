import { useTranslation } from 'react-i18next'

const placeKinds = ['folder', 'object-store', 'event', 'time-stamp'] as const

/** Returns a function that gives the display name of a place where checkpoints are published. */
export const usePlaceName = (): ((place: string) => string) => {
  const { t } = useTranslation('trails')
  return place => {
    const kind = placeKinds.find(name => name === place)
    return kind ? t(`ledger.place.${kind}`) : t('ledger.place.witness', { name: place.replace(/^witness /, '') })
  }
}
