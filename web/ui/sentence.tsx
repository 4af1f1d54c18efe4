import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CodedMessage } from '#web/api/client.ts'

type SentenceKey = ParseKeys<'sentences'>

/** A message from the server in the user's language, or in English if the app does not know its code. */
export const Sentence = ({ message, code, values }: CodedMessage) => {
  // A message must not replace the page by a placeholder while its translation loads.
  const { t, i18n } = useTranslation('sentences', { useSuspense: false })
  const isKnown = (key: string | undefined): key is SentenceKey =>
    key !== undefined && i18n.exists(key, { ns: 'sentences' })
  return isKnown(code) ? t(code, { replace: values }) : <span lang="en">{message}</span>
}
