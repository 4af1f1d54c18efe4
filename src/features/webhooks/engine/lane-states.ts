/**
 * Whether a lane may start attempts. `stale`: the endpoint may have changed, so nothing starts until it is read again.
 * `paused`: the endpoint is paused or deleted, or its account is disabled; nothing starts, and the lane is released
 * once its attempts have ended. `closed`: this node no longer holds the lane.
 */
export type LaneStatus = 'active' | 'stale' | 'paused' | 'closed'

/**
 * `doubted`: the endpoint may have changed; `found`, `stopped`: it was read and is active or not; `lost`: the lease was
 * lost or released.
 */
export type StatusEvent = 'doubted' | 'found' | 'stopped' | 'lost'

/**
 * How far a lane has read its queue. `abreast`: no due row is known after the cursor; `behind`: there may be some;
 * `rereading`: reading now, and once more afterwards.
 */
export type QueueReading = 'abreast' | 'behind' | 'reading' | 'rereading'

/**
 * `rewound`: there may be rows before the cursor; `begun`: a read has started; `left`: it left rows unread, or failed;
 * `returned`: it has returned.
 */
export type ReadingEvent = 'rewound' | 'begun' | 'left' | 'returned'

/**
 * The effects of a transition. `drop`: forgets rows that have not been started and are still in the queue; `rewind`:
 * reads the queue from its start, because rows in memory may have been removed; `slowDown`: makes one attempt at a time
 * again for a while; `goBack`: moves the cursor back to where rows may be; `settle`: the same after a read; `start`,
 * `read`: asks for a turn.
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
  doubted: to('stale'),
  found: to('active', 'drop', 'rewind'),
  stopped: to('paused'),
  lost: to('closed', 'drop'),
}

export const statusTransitions: TransitionTable<LaneStatus, StatusEvent> = {
  active: running,
  stale: running,
  paused: { ...running, doubted: to('paused'), found: to('active', 'slowDown', 'drop', 'rewind') },
  // Results of earlier reads may still arrive.
  closed: { doubted: to('closed'), found: to('closed'), stopped: to('closed'), lost: to('closed') },
}

const unread = {
  rewound: to('behind', 'goBack', 'read'),
  begun: to('reading'),
  left: impossible,
  returned: impossible,
}

// A running read would move the cursor forward again, so the cursor goes back after the read has returned.
const beingRead = { rewound: to('rereading'), begun: impossible, left: to('rereading') }

export const readingTransitions: TransitionTable<QueueReading, ReadingEvent> = {
  abreast: unread,
  behind: unread,
  reading: { ...beingRead, returned: to('abreast', 'settle', 'start', 'read') },
  rereading: { ...beingRead, returned: to('behind', 'settle', 'start', 'read') },
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
