import { useTranslation } from 'react-i18next'
import { readSaid } from '#web/api/said.ts'

/** What the server says of a field, in the reader's language; in the server's where the app does not know the sentence. */
export const Said = ({ sentence }: { sentence: string }) => {
  const { t } = useTranslation('said')
  const { key, numbers } = readSaid(sentence)
  return key ? t(key, { replace: Object.fromEntries(numbers.entries()) }) : <span lang="en">{sentence}</span>
}
