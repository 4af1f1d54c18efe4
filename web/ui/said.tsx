import { useTranslation } from 'react-i18next'
import { readSaid } from '#web/api/said.ts'

/** The server's sentence about a field, in the reader's language; in English if the app does not know the sentence. */
export const Said = ({ sentence }: { sentence: string }) => {
  const { t } = useTranslation('said')
  const { key, numbers } = readSaid(sentence)
  return key ? t(key, { replace: Object.fromEntries(numbers.entries()) }) : <span lang="en">{sentence}</span>
}
