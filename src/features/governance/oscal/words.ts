import { sha256Hex } from '#lib/hash.ts'
import { uuid5 } from '#lib/uuid.ts'

/** The version of OSCAL that is written. NIST's 1.2.2 changed nothing that 1.2.1 has of catalogs and assessment results. */
export const oscalVersion = '1.2.2'

/** What OSCAL has no word for is a property in this namespace; imports read it there (client/import/oscal.ts). */
const ns = 'urn:probata:oscal'

const namespace = '3d0d0c4e-5c1a-5b9e-9b0f-7f3a51c0b1ce'

/** The same state of a record has the same identifiers, whenever and wherever it is exported. */
export const uuidOf = (...name: readonly string[]): string => uuid5(namespace, JSON.stringify(name))

const token = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u

/** A key as an identifier of OSCAL: itself where it may be one, otherwise its letters and a part of its digest. */
export const tokenOf = (key: string): string =>
  token.test(key)
    ? key
    : `c-${key.replaceAll(/[^\p{L}\p{N}.\-_]+/gu, '-').slice(0, 100)}-${sha256Hex(key).slice(0, 12)}`

/** The statement of a control, which results name. */
export const statementOf = (key: string): string => `${tokenOf(key)}_smt`

/** A property; its value must not begin or end with a space, or have several lines, so such a one is percent-encoded. */
export const prop = (name: string, value: string) =>
  /^\S(.*\S)?$/.test(value)
    ? { name, ns, value }
    : { name, ns, value: encodeURIComponent(value) || '-', class: 'percent-encoded' }

/** A title as OSCAL takes it from 1.2 on: one line, and never empty. */
export const titleOf = (title: string, otherwise: string): string =>
  title.replace(/\s+/g, ' ').trim() || otherwise.trim() || '–'

/** What is to be known of a title that OSCAL does not take as it is. */
export const titleProps = (title: string, shown: string): object[] => {
  if (title === shown) return []
  return title === '' ? [prop('untitled', 'true')] : [prop('title', title)]
}
