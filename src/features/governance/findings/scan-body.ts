import { type Static, Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Line, NotNull } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { Finding } from './finding.ts'

const fields = Finding.properties

/** The maximum number of results in one call. */
const maxResults = 2000

const maxParts = 50

const required = (schema: typeof fields.sourceFingerprint) => Type.Unsafe<string>(NotNull(schema))

/** A finding's current location in the source. */
export const Sighting = Type.Object(
  {
    startLine: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    endLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    snippet: Type.Optional(Type.String({ maxLength: 4000 })),
  },
  { description: 'The current location. Each report replaces it, without changing the finding itself.' },
)

export const ScanResult = Type.Object({
  sourceFingerprint: required(fields.sourceFingerprint),
  formerFingerprints: Type.Optional(
    Type.Array(Line(500), {
      maxItems: 8,
      description:
        'Fingerprints by which earlier versions of the sender identified the same finding. The finding keeps them.',
    }),
  ),
  title: fields.title,
  description: Type.Optional(fields.description),
  severity: fields.severity,
  subjectModuleKey: fields.subjectModuleKey,
  subjectResourceType: fields.subjectResourceType,
  subjectResourceId: fields.subjectResourceId,
  sighting: Type.Optional(Sighting),
})

export type ScanResult = Static<typeof ScanResult>

export const ScanBody = Type.Object({
  sourceModuleKey: required(fields.sourceModuleKey),
  category: Type.Optional(
    Line(
      200,
      'The category of the scan, part of the source: a complete scan covers only the findings of its source and ' +
        'category. A finding without a category takes that of the first scan that names it.',
    ),
  ),
  isComplete: Type.Boolean({
    description:
      'Whether the scan reports all findings of its source and category. Open findings that it does not report are ' +
      'marked as remediated.',
  }),
  scanId: Type.Optional(
    Line(
      200,
      'Identifies one complete scan that is sent in several calls; set part and parts too. Parts can arrive in any ' +
        'order, and are compared once all have arrived. A repeated part changes nothing. A scan that is not complete ' +
        'after a day is abandoned.',
    ),
  ),
  part: Type.Optional(Type.Integer({ minimum: 1, maximum: maxParts })),
  parts: Type.Optional(Type.Integer({ minimum: 1, maximum: maxParts })),
  confirmRemediations: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Confirms this number of remediations that an earlier scan withheld. They take effect if the number is exact, ' +
        'or if it is the last reported number and fewer remain.',
    }),
  ),
  untouched: Type.Optional(
    Type.Array(Line(500), {
      maxItems: 10_000,
      description:
        'Fingerprints that are in the report but were not sent as findings, such as suppressed ones. A complete scan ' +
        'does not change findings that have one of these fingerprints.',
    }),
  ),
  findings: Type.Array(ScanResult, { maxItems: maxResults }),
})

export type ScanBody = Static<typeof ScanBody>

const needsScanId = sentence`field.needs_scan_id: needs a scanId`
const requiredWithScanId = sentence`field.required_with_scan_id: is required with a scanId`

/** Throws a 400 if the fields of a scan in parts are inconsistent. */
export const requireWholeScan = ({ scanId, part, parts, isComplete }: ScanBody): void => {
  if (scanId === undefined) {
    if (part !== undefined) throw invalid(['part'], needsScanId)
    if (parts !== undefined) throw invalid(['parts'], needsScanId)
    return
  }
  if (part === undefined) throw invalid(['part'], requiredWithScanId)
  if (parts === undefined) throw invalid(['parts'], requiredWithScanId)
  if (part > parts) throw invalid(['part'], sentence`field.part_beyond_parts: must not be greater than parts`)
  if (!isComplete)
    throw invalid(
      ['isComplete'],
      sentence`field.complete_with_scan_id: must be true with a scanId: only a complete scan has parts`,
    )
}

const counted = (description: string) => Type.Integer({ minimum: 0, description })

export const ScanOutcome = Type.Object(
  {
    created: counted('New findings.'),
    seenAgain: counted('Findings that were already known, including reopened and returned ones.'),
    reopened: counted('Findings that had been remediated or resolved and are now open again.'),
    remediated: counted('Findings that are now remediated because a complete scan no longer reports them.'),
    withheld: counted(
      'Findings that a complete scan no longer reports and that stay open, because they are at least 10 and more than ' +
        'half of the open findings, or more than 10,000. Send confirmRemediations with this number to remediate them.',
    ),
    returned: counted(
      'Findings that people had accepted or invalidated and that are open again, because the source now reports a ' +
        'higher severity, or something else under the same fingerprint.',
    ),
    merged: counted(
      'Results with the fingerprint of another result of this call or scan. They are one finding, with the highest severity.',
    ),
    otherUnits: counted(
      'Results whose finding is in a unit outside the access of the account; these findings did not change.',
    ),
    partsReceived: Type.Optional(
      Type.Integer({ minimum: 1, description: 'With a scanId: the number of parts of the scan that have arrived.' }),
    ),
  },
  { title: 'ScanOutcome' },
)

export type ScanOutcome = Static<typeof ScanOutcome>

export const emptyOutcome: ScanOutcome = {
  ...{ created: 0, seenAgain: 0, reopened: 0, remediated: 0, withheld: 0, returned: 0, merged: 0, otherUnits: 0 },
}
