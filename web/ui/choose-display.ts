import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { type Session, sessionQuery, useSession } from '#web/api/session.ts'
import { changeLanguage, showBrowserLanguage } from '#web/i18n/index.ts'
import { showDatesAs } from './display.ts'

type Display = Schemas['Display']

/** Shows pages as the person chose; without a chosen language, in the one that this browser shows already. */
const follow = async (display: Display): Promise<void> => {
  showDatesAs(display)
  if (display.language !== null && display.language !== document.documentElement.lang)
    await changeLanguage(display.language)
}

/** Follows the choice of the signed-in person, which may come from another browser. */
export const useFollowDisplay = (): void => {
  const { display } = useSession()
  useEffect(() => void follow(display), [display])
}

/** Returns a function that stores how pages are shown to the person, and shows them so at once. */
export const useChooseDisplay = (): { choose: (display: Display) => void; error: unknown } => {
  const queries = useQueryClient()
  const { mutate, error } = useMutation({
    mutationFn: (body: Display) => unwrap(client.PUT('/api/workspace/account/display', { body })),
    onSuccess: async display => {
      if (display.language === null) await showBrowserLanguage()
      await follow(display)
      queries.setQueryData<Session>(sessionQuery.queryKey, session => session && { ...session, display })
    },
  })
  return { choose: mutate, error }
}
