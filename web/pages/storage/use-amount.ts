import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/display.ts'
import { amountsOf, type Migration } from './migration.ts'

/** Returns a function that describes the progress of a migration: "12 of 32 files copied". */
export const useAmount = (): ((migration: Migration) => string) => {
  const { t } = useTranslation('storage')
  const { number } = useFormat()
  return migration => {
    const [done, count] = amountsOf(migration)
    const texts = { done: number(done), formatted: number(count), count }
    return migration.status === 'deleting' ? t('migrations.removedOf', texts) : t('migrations.copiedOf', texts)
  }
}
