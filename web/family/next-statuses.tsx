import type { BodyOf, Target } from '#web/api/act.ts'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { Act } from '#web/ui/act.tsx'

interface Texts {
  readonly button: string
  readonly title: string
  readonly text: string
  /** Whether to ask before a change that cannot be undone. */
  readonly danger?: boolean
}

/** The statuses that an operation can set. */
type StatusOf<Name extends ReasonedOperation> = BodyOf<Name> extends { readonly status?: infer Status } ? Status : never

interface Options<Name extends ReasonedOperation, Status extends StatusOf<Name> & string> {
  /** The operation that sets the status. */
  readonly operation: Name
  /** The statuses that the server allows now. */
  readonly statuses: readonly Status[]
  readonly texts: (status: Status) => Texts
  /** The request to a second person, for a status that needs one. */
  readonly approval?: (status: Status) => BodyOf<'requestApproval'> | undefined
}

/** Shows a button for each status that a record can change to. */
export const NextStatuses = <Name extends ReasonedOperation, Status extends StatusOf<Name> & string>(
  props: Options<Name, Status> & Target<Name>,
) => {
  const { operation, statuses, texts, approval } = props
  return statuses.map(status => {
    const { button, ...dialogTexts } = texts(status)
    const request = approval?.(status)
    if (request) return <Act key={status} operation="requestApproval" body={request} label={button} {...dialogTexts} />
    // The operation takes the status, which the compiler cannot see here.
    const call: Parameters<typeof Act<Name>>[0] = Object({ ...props, body: { status } })
    return <Act key={status} {...call} operation={operation} label={button} {...dialogTexts} />
  })
}
