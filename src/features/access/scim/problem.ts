/** The kinds of a 400 or 409 (RFC 7644 section 3.12, table 9). */
type ProblemKind = 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue' | 'mutability'

/** A request that cannot be carried out, as SCIM reports it. */
export class ScimProblem extends Error {
  readonly kind: ProblemKind

  constructor(kind: ProblemKind, message: string) {
    super(message)
    this.name = 'ScimProblem'
    this.kind = kind
  }

  /** The body of the answer (RFC 7644 section 3.12), where `status` is a text. */
  get body(): Readonly<Record<string, unknown>> {
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      scimType: this.kind,
      detail: this.message,
    }
  }
}
