import { sha256Hex } from '#lib/hash.ts'
import { uuid5 } from '#lib/uuid.ts'

/** The OSCAL version of the exports. For catalogs and assessment results, 1.2.2 equals 1.2.1. */
export const oscalVersion = '1.2.2'

/** The namespace of properties for everything that OSCAL cannot express; imports read them (client/import/oscal.ts). */
const ns = 'urn:probata:oscal'

const namespace = '3d0d0c4e-5c1a-5b9e-9b0f-7f3a51c0b1ce'

/** Derives a UUID from names, so that the same state of a record has the same identifiers in every export. */
export const uuidOf = (...name: readonly string[]): string => uuid5(namespace, JSON.stringify(name))

const token = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u

/** Returns a key as an OSCAL identifier: unchanged if valid, otherwise its valid characters and part of its digest. */
export const tokenOf = (key: string): string =>
  token.test(key)
    ? key
    : `c-${key.replaceAll(/[^\p{L}\p{N}.\-_]+/gu, '-').slice(0, 100)}-${sha256Hex(key).slice(0, 12)}`

/** Returns the id of a control's statement, to which results refer. */
export const statementOf = (key: string): string => `${tokenOf(key)}_smt`

/** Creates a property. OSCAL does not allow values with outer spaces or several lines, so these are percent-encoded. */
export const prop = (name: string, value: string) =>
  /^\S(.*\S)?$/.test(value)
    ? { name, ns, value }
    : { name, ns, value: encodeURIComponent(value) || '-', class: 'percent-encoded' }

/** The property of documents from a sample workspace. */
export const sampleProps = (sample: boolean | undefined) => (sample ? [prop('sample-data', 'true')] : [])

/** Returns a title as OSCAL has required since 1.2: a single, non-empty line. */
export const titleOf = (title: string, fallback: string): string =>
  title.replace(/\s+/g, ' ').trim() || fallback.trim() || '–'

/** Returns properties with the original title, if OSCAL does not accept it unchanged. */
export const titleProps = (title: string, oscalTitle: string): object[] => {
  if (title === oscalTitle) return []
  return title === '' ? [prop('untitled', 'true')] : [prop('title', title)]
}
