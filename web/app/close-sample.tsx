import { useTranslation } from 'react-i18next'
import { leaveWithoutAsking } from '#web/api/unsaved.ts'
import { Act } from '#web/ui/act.tsx'

/** Closes the sample workspace, and with it the session of everyone in it. */
export const CloseSample = () => {
  const { t } = useTranslation()
  const leave = () => {
    leaveWithoutAsking()
    location.assign('/sign-in')
    return 'stay'
  }
  return (
    <Act
      operation="closeSampleWorkspace"
      label={t('sample.close')}
      text={t('sample.closeText')}
      submit={t('sample.closeSubmit')}
      size="compact-sm"
      className="no-print"
      danger
      onDone={leave}
    />
  )
}
