import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'

/** The SCIM error types of a 400 (RFC 7644 section 3.12, table 9). */
type ProblemKind = 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue' | 'mutability'

/** The SCIM error for an invalid request. */
export class ScimProblem extends Refusal {
  readonly kind: ProblemKind

  constructor(kind: ProblemKind, message: string) {
    super('invalid_request', sentence`scim.invalid: ${{ problem: message }}`, { extra: { scimType: kind } })
    this.name = 'ScimProblem'
    this.kind = kind
  }
}
