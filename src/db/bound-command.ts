import type { BoundValues, Prepared, Statement } from './statement.ts'

/** A statement bound to one organization, which can be sent together with statements of other organizations. */
export interface BoundCommand {
  readonly organizationId: string
  readonly statement: Prepared
  readonly values: BoundValues
}

/** Binds a statement with its values to an organization. */
export const boundCommand = <Row, Values>(
  organizationId: string,
  statement: Statement<Row, Values>,
  values: NoInfer<Values>,
): BoundCommand => ({ organizationId, statement, values: statement.bind(organizationId, values) })
