import type { MailLanguage } from './reminder.ts'
import type { Words } from './words.ts'
import { wordsDe } from './words-de.ts'
import { wordsEn } from './words-en.ts'

export const mailWords: Readonly<Record<MailLanguage, Words>> = { en: wordsEn, de: wordsDe }
