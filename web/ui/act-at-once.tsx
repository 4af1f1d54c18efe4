import { Button, type ButtonProps, Loader, Text, Tooltip } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { afterActs, trackAct } from './acts-under-way.ts'
import { ErrorText } from './failures.tsx'
import { notify } from './notify.ts'

interface Props {
  readonly label: string
  /** The effect of the action, shown on hover and focus. */
  readonly text: ReactNode
  readonly look: ButtonProps
  /** Performs the action, reports the result and reloads the page's data. */
  readonly perform: () => Promise<unknown>
}

/**
 * A button that acts without a dialog, one press at a time. If the action fails, a message gives the reason and stays
 * open.
 */
export const ActAtOnce = ({ label, text, look, perform }: Props) => {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  // Hides the tooltip after a press.
  const [isPressed, setPressed] = useState(false)
  // Calls the latest `perform`: an action that waited for another one then changes the record as the page now shows it.
  const latest = useRef<typeof perform>(undefined)
  useEffect(() => {
    latest.current = perform
    return () => {
      latest.current = undefined
    }
  }, [perform])
  const run = async () => {
    try {
      await latest.current?.()
    } catch (error) {
      const hasChanged = errorId(error) === 'precondition_failed'
      await notify({
        color: 'red',
        title: t('error.title'),
        message: <ErrorText error={error}>{hasChanged && <Text size="sm">{t('reread')}</Text>}</ErrorText>,
        autoClose: false,
        closeButtonProps: { 'aria-label': t('actions.close') },
      })
      // The page may be out of date.
      await refresh()
    } finally {
      setBusy(false)
    }
  }
  const press = () => {
    if (busy) return
    setBusy(true)
    setPressed(true)
    afterActs(() => trackAct(run()))
  }
  return (
    <Tooltip
      label={text}
      disabled={!text || isPressed}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: false }}
      // Content outside of the landmarks is easy to miss with a screen reader.
      portalProps={{ target: 'main' }}
    >
      {/* A disabled button would lose the focus. */}
      <Button
        {...look}
        {...(busy && { leftSection: <Loader size={14} />, 'data-disabled': true, 'aria-busy': true })}
        onClick={press}
        onMouseLeave={() => setPressed(false)}
        onBlur={() => setPressed(false)}
      >
        {label}
      </Button>
    </Tooltip>
  )
}
