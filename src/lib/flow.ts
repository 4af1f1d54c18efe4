/** A state machine as data: `{ approve: { from: ['submitted'], to: 'accepted' } }`. */
export type Flow<Status extends string, Input extends string> = {
  readonly [input in Input]: { readonly from: readonly Status[]; readonly to: Status }
}

/** The status after `input`; undefined if the input is not possible in `from`. */
export const statusAfter = <Status extends string, Input extends string>(
  flow: Flow<Status, Input>,
  from: Status,
  input: Input,
): Status | undefined => (flow[input].from.includes(from) ? flow[input].to : undefined)

/** The inputs that are possible in `from`, in the order of the table. */
export const possible = <Status extends string, Input extends string>(
  flow: Flow<Status, Input>,
  from: Status,
): Input[] => (Object.keys(flow) as Input[]).filter(input => flow[input].from.includes(from))
