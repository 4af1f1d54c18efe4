/** The state of a dependency of the process: `ok`, or the problem. */
export interface HealthPart {
  readonly state: string
  /** SQLSTATE, or a system error code. */
  readonly code?: string
  readonly version?: string
  readonly path?: string
  readonly freeBytes?: number
  /** The names of the jobs that have the problem. */
  readonly jobs?: readonly string[]
}

/** The parts that changes depend on. */
export interface RequiredParts {
  readonly database: HealthPart
  readonly storage: HealthPart
}

/** Checks whether changes can be made, on its own connections, and logs when the state changes. */
export interface Health {
  /** Checks the parts that changes depend on. Takes up to 4 s. Never rejects. */
  check(): Promise<RequiredParts>
  /** Checks the other parts too. */
  checkAll(): Promise<RequiredParts & { readonly redis: HealthPart; readonly jobs: HealthPart }>
}

/** Whether all parts are well. */
export const isHealthy = (parts: RequiredParts): boolean => Object.values(parts).every(({ state }) => state === 'ok')
