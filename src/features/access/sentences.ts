import { type Sentence, sentence } from '#lib/sentence.ts'

export const lastAdministrator = (name: string): Sentence =>
  sentence`person.last_administrator: ${{ name }} is the last administrator; make another one first.`

export const codeRequired = sentence`second_factor.code_required: A code of your authenticator app is required.`
