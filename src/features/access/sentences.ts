import { type Sentence, sentence } from '#lib/sentence.ts'

export const lastAdministrator = (name: string): Sentence =>
  sentence`person.last_administrator: ${{ name }} is the last administrator; make another person an administrator first.`

export const codeRequired = sentence`second_factor.code_required: Enter a code from your authenticator app.`
export const notADomain = sentence`field.domain: must be a domain such as example.com`
export const noUnitsForAdministrators = sentence`field.units_of_administrators: cannot be given to administrators, who see the whole workspace`
export const addressTaken = sentence`person.address_taken: This e-mail address is taken in this workspace; use another one.`
