import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { type Session, sessionQuery, useSession } from '#web/api/session.ts'
import { changeLanguage, showBrowserLanguage } from '#web/i18n/index.ts'
import { showDatesAs } from './display.ts'

type Display = Schemas['Display']

/** Applies the person's display choice. Without a chosen language, keeps the one that this browser shows. */
const applyDisplay = async (display: Display): Promise<void> => {
  showDatesAs(display)
  if (display.language !== null && display.language !== document.documentElement.lang)
    await changeLanguage(display.language)
}

/** Applies the display choice of the signed-in person, who may have made it in another browser. */
export const useApplyDisplay = (): void => {
  const { display } = useSession()
  useEffect(() => void applyDisplay(display), [display])
}

/** Returns a function that stores the person's display choice and applies it at once. */
export const useChooseDisplay = (): { choose: (display: Display) => void; error: unknown } => {
  const queries = useQueryClient()
  const { mutate, error } = useMutation({
    mutationFn: (body: Display) => unwrap(client.PUT('/api/workspace/account/display', { body })),
    onSuccess: async display => {
      if (display.language === null) await showBrowserLanguage()
      await applyDisplay(display)
      queries.setQueryData<Session>(sessionQuery.queryKey, session => session && { ...session, display })
    },
  })
  return { choose: mutate, error }
}
