import { type Static, Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Line, NotNull } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { Finding } from './finding.ts'

const fields = Finding.properties

/** The most results in one call. */
const maxResults = 2000

const maxParts = 50

const required = (schema: typeof fields.sourceFingerprint) => Type.Unsafe<string>(NotNull(schema))

/** Where a source now sees a finding. */
export const Sighting = Type.Object(
  {
    startLine: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    endLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    snippet: Type.Optional(Type.String({ maxLength: 4000 })),
  },
  { description: 'Where it is now. Each report replaces it, without changing the finding itself.' },
)

export const ScanResult = Type.Object({
  sourceFingerprint: required(fields.sourceFingerprint),
  formerFingerprints: Type.Optional(
    Type.Array(Line(500), {
      maxItems: 8,
      description:
        'Fingerprints by which earlier versions of the sender named the same finding. The finding keeps all of them.',
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
      'Whether these are all findings of the source and category. Earlier ones that are not among them are remediated.',
  }),
  scanId: Type.Optional(
    Line(
      200,
      'Names one complete scan that is sent in several calls, with part and parts. The findings are compared once, when ' +
        'all parts have arrived, in any order. A repeated part changes nothing. A scan that is not complete after a day ' +
        'is abandoned.',
    ),
  ),
  part: Type.Optional(Type.Integer({ minimum: 1, maximum: maxParts })),
  parts: Type.Optional(Type.Integer({ minimum: 1, maximum: maxParts })),
  confirmRemediations: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Confirms this number of remediations that an earlier scan withheld. They are carried out if the number is ' +
        'exact, or if it is the one that was withheld last and fewer remain.',
    }),
  ),
  untouched: Type.Optional(
    Type.Array(Line(500), {
      maxItems: 10_000,
      description:
        'Fingerprints that are in the report but were not taken as findings, such as suppressed ones. A complete scan ' +
        'does not change findings that have one of them.',
    }),
  ),
  findings: Type.Array(ScanResult, { maxItems: maxResults }),
})

export type ScanBody = Static<typeof ScanBody>

const needsScanId = sentence`field.needs_scan_id: needs a scanId`
const requiredWithScanId = sentence`field.required_with_scan_id: is required with a scanId`

/** Throws a 400 if the fields of a scan in parts do not fit together. */
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
    created: counted('Findings that were new.'),
    seenAgain: counted('Findings that were already known, including reopened and returned ones.'),
    reopened: counted('Findings that had been remediated or resolved, and are open again.'),
    remediated: counted('Findings that were remediated because a complete scan did not see them again.'),
    withheld: counted(
      'Findings that a complete scan did not see again and that are not remediated, because that would be more than half ' +
        'of those open and at least 10, or more than 10,000 at once. Send confirmRemediations with this number to ' +
        'remediate them.',
    ),
    returned: counted(
      'Findings that people had accepted or invalidated, and are open again: the source now reports a higher severity, ' +
        'or something else under the same fingerprint.',
    ),
    merged: counted(
      'Results with the fingerprint of another result of this call or scan. They are one finding, with the highest severity.',
    ),
    otherUnits: counted(
      'Results whose finding is in a unit that the account does not see; these findings did not change.',
    ),
    partsReceived: Type.Optional(
      Type.Integer({ minimum: 1, description: 'With a scanId: the number of parts of the scan that have arrived.' }),
    ),
  },
  { title: 'ScanOutcome' },
)

export type ScanOutcome = Static<typeof ScanOutcome>

export const nothingYet: ScanOutcome = {
  ...{ created: 0, seenAgain: 0, reopened: 0, remediated: 0, withheld: 0, returned: 0, merged: 0, otherUnits: 0 },
}
