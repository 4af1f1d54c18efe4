import { AuditEvent } from '#http/audit.ts'

/** The fields of an audit row as JSON texts; undefined for absent fields. */
export type FieldTexts = Readonly<Record<string, string | undefined>>

/** The fields of an audit row, in the order in which the program writes them. */
export const auditFields: readonly string[] = Object.keys(AuditEvent.properties)

const required = new Set<string>(AuditEvent.required)

// Matches text that JSON.stringify() writes without an escape. It excludes surrogates, because JSON.stringify() escapes
// unpaired ones.
const plainText = String.raw`null|"[^"\\\x00-\x1f\ud800-\udfff]*"`

const memberPattern = (name: string, i: number): string => {
  const text = `${i === 0 ? '' : ','}"${name}":(?<${name}>${plainText})`
  return required.has(name) ? text : `(?:${text})?`
}

const renderedRow = new RegExp(String.raw`^\{${auditFields.map(memberPattern).join('')}\}$`)

/**
 * Reads a row with one match, in 0.7 µs instead of 2.9 µs for JSON.parse() and rendering it again. It matches rows as
 * renderAuditEvent() writes them: each field once, in order, as null or a string without escapes. Returns undefined for
 * any other row, which may still be valid.
 */
export const readFieldTexts = (record: string): FieldTexts | undefined => renderedRow.exec(record)?.groups
