/**
 * Whether a lane may start attempts. `stale`: the endpoint may have changed, so nothing starts until it is read again.
 * `paused`: the endpoint is paused or deleted, or its account is disabled; nothing starts, and the lane is released
 * once its attempts have ended. `closed`: this node no longer holds the lane.
 */
export type LaneStatus = 'active' | 'stale' | 'paused' | 'closed'

/**
 * `invalidated`: the endpoint may have changed; `loaded`, `stopped`: it was read, and is active or not; `lost`: the
 * lease was lost or released.
 */
export type StatusEvent = 'invalidated' | 'loaded' | 'stopped' | 'lost'

/**
 * How far a lane has read its queue. `caughtUp`: no due row is known after the cursor; `behind`: there may be such
 * rows; `rereading`: reading now, and once more afterwards.
 */
export type ReadState = 'caughtUp' | 'behind' | 'reading' | 'rereading'

/**
 * `rewound`: there may be rows before the cursor; `started`: a read has started; `incomplete`: the read left rows
 * unread, or failed; `finished`: the read has finished.
 */
export type ReadEvent = 'rewound' | 'started' | 'incomplete' | 'finished'

/**
 * The effects of a transition. `drop`: forgets rows that have not been started and are still in the queue; `rewind`:
 * reads the queue from its start, because rows in memory may have been removed; `slowDown`: makes one attempt at a time
 * again for a while; `goBack`: moves the cursor back to where rows may be; `settle`: completes a read, then does the
 * same; `start`, `read`: requests a turn.
 */
export type LaneEffect = 'drop' | 'rewind' | 'slowDown' | 'goBack' | 'settle' | 'start' | 'read'

interface Cell<State> {
  readonly to: State
  readonly effects: readonly LaneEffect[]
}

/** The transitions of each state. A cell is undefined if the event cannot happen. */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Record<Event, Cell<State> | undefined>>>
>

const to = <const State>(state: State, ...effects: LaneEffect[]): Cell<State> => ({ to: state, effects })
const impossible = undefined

const running = {
  invalidated: to('stale'),
  loaded: to('active', 'drop', 'rewind'),
  stopped: to('paused'),
  lost: to('closed', 'drop'),
}

export const statusTransitions: TransitionTable<LaneStatus, StatusEvent> = {
  active: running,
  stale: running,
  paused: { ...running, invalidated: to('paused'), loaded: to('active', 'slowDown', 'drop', 'rewind') },
  // Results of earlier reads may still arrive after the lease is lost.
  closed: { invalidated: to('closed'), loaded: to('closed'), stopped: to('closed'), lost: to('closed') },
}

const unread = {
  rewound: to('behind', 'goBack', 'read'),
  started: to('reading'),
  incomplete: impossible,
  finished: impossible,
}

// A running read would move the cursor forward again, so the cursor goes back after the read has returned.
const beingRead = { rewound: to('rereading'), started: impossible, incomplete: to('rereading') }

export const readTransitions: TransitionTable<ReadState, ReadEvent> = {
  caughtUp: unread,
  behind: unread,
  reading: { ...beingRead, finished: to('caughtUp', 'settle', 'start', 'read') },
  rereading: { ...beingRead, finished: to('behind', 'settle', 'start', 'read') },
}

/** Returns the next state and the effects. Throws if the event cannot happen, which would be a bug. */
export const nextState = <State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
  event: Event,
): Cell<State> => {
  const cell = table[state][event]
  if (!cell) throw new Error(`${event} cannot happen to a lane that is ${state}`)
  return cell
}
