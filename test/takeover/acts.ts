export const acts = Object.freeze([
  'invite',
  'create',
  'reset',
  'enrol',
  'vouch',
  'makeAccount',
  'rotate',
  'makeRisk',
  'makeClaim',
  'askRelease',
  'decide',
  'decide',
  'decide',
] as const)

/** One step of a walk; the numbers choose among what there is by then. */
export interface Act {
  readonly what: (typeof acts)[number]
  readonly who: number
  readonly whom: number
  readonly which: number
}
