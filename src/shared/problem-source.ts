import type { CoreServices } from '#http/call.ts'

/** The kinds of problems of operation that administrators are notified of. */
export type ProblemKind =
  | 'receiver_failing'
  | 'secret_overdue'
  | 'job_trouble'
  | 'storage_deviating'
  | 'checkpoints_unpublished'

/** A problem of a webhook, a job, a storage binding or a place. */
interface OperationProblem {
  readonly id: string
  /** When it began or, if it is foreseeable, will begin, in milliseconds. */
  readonly since: number
}

/** A feature's problems of one kind. */
export interface ProblemSource {
  readonly kind: ProblemKind
  /** Set if the problems belong to the install and therefore concern only its operator. */
  readonly ofInstall?: true
  /** Reads the problems of an organization; at most some hundred. */
  read(services: Pick<CoreServices, 'db'>, organizationId: string, now: number): Promise<readonly OperationProblem[]>
}

declare module '#http/call.ts' {
  interface Capabilities {
    readonly problemSources: readonly ProblemSource[]
  }
}
