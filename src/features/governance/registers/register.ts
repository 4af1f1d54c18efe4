import type { TEnum, TProperties, TString, TUnsafe } from 'typebox'
import type { Following } from '#family/next-status.ts'
import {
  DescriptionField,
  KeyField,
  keyFieldOf,
  type Noun,
  type NounDeclaration,
  noun,
  StatusOf,
} from '#family/noun.ts'
import { person, refersTo } from '#family/reference.ts'
import { Line, Nullable } from '#http/schema.ts'

/**
 * The common fields of all registers, which precede a register's own. The key is named after the register: `assetKey`.
 */
type CommonFields<Name extends string> = { [Field in `${Uncapitalize<Name>}Key`]: TString } & {
  title: TString
  description: TString
  status: TEnum<string[]>
  ownerId: TUnsafe<string | null>
}

type Declared<Name extends string, Fields extends TProperties> = NounDeclaration<CommonFields<Name> & Fields>

interface Register<Name extends string, Fields extends TProperties>
  extends Pick<Declared<Name, Fields>, 'prefix' | 'path' | 'choice' | 'scope'> {
  readonly name: Name
  /**
   * The statuses in order. New records have the first by default. From each status, records can move to any later
   * status or to the previous one.
   */
  readonly statuses: readonly string[]
  /** The register's own fields. */
  readonly fields?: Fields
  readonly check?: NonNullable<Declared<Name, Fields>['writes']['check']>
}

/** Allows any step forward, or one step back: a record closed too early can be reopened, but not restarted. */
const stepwise = (statuses: readonly string[]): Following<string> =>
  Object.fromEntries(
    statuses.map((status, index) => [status, statuses.filter((_, i) => i !== index && i >= index - 1)]),
  )

/**
 * Declares a register of the workspace: a noun with an owner and the common fields.
 *
 *     export const vulnerabilities = register({
 *       name: 'Vulnerability', prefix: 'gvu', statuses: ['open', 'active', 'closed'],
 *       fields: { assetId: refersTo(assets) }, scope: 'governance.vulnerabilities:read',
 *     })
 */
export const register = <Name extends string, Fields extends TProperties = Record<never, never>>(
  declaration: Register<Name, Fields>,
): Noun<CommonFields<Name> & Fields> => {
  const { statuses, fields, check, ...rest } = declaration
  const flow = stepwise(statuses)
  const common = {
    title: Line(500),
    description: DescriptionField,
    status: StatusOf(flow),
    ownerId: Nullable(refersTo(person)),
  }
  return noun({
    ...rest,
    fields: Object({ [keyFieldOf(rest.name)]: KeyField(), ...common, ...fields }),
    flow,
    tag: 'Governance',
    shows: ['list', 'detail'],
    comments: true,
    writes: { begins: statuses, ...(check && { check }) },
  })
}
