import type { BoundValues, Prepared, Statement } from './statement.ts'

/** A statement of one organization, to be sent together with those of others. */
export interface BoundCommand {
  readonly organizationId: string
  readonly statement: Prepared
  readonly values: BoundValues
}

/** A statement with its values, bound to an organization. */
export const boundCommand = <Row, Values>(
  organizationId: string,
  statement: Statement<Row, Values>,
  values: NoInfer<Values>,
): BoundCommand => ({ organizationId, statement, values: statement.bind(organizationId, values) })
