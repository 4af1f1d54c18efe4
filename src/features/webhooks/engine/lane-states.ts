/**
 * Whether a lane may start attempts. `stale`: its endpoint may have changed, nothing starts until it is read again.
 * `paused`, deleted or of a disabled account: nothing starts, and the lane is released once its attempts have ended.
 * `closed`: no longer held.
 */
export type LaneStatus = 'active' | 'stale' | 'paused' | 'closed'

/**
 * `doubted`: the endpoint may have changed; `found`, `stopped`: it was read; `lost`: the lease was lost or released.
 */
export type StandingEvent = 'doubted' | 'found' | 'stopped' | 'lost'

/**
 * How far it has read its queue. `abreast`: nothing due is known beyond its cursor; `behind`: there may be;
 * `rereading`: reading, and once more afterwards.
 */
export type QueueReading = 'abreast' | 'behind' | 'reading' | 'rereading'

/**
 * `rewound`: there may be rows before the cursor; a read has `begun`, has `left` rows unread or failed, has `returned`.
 */
export type ReadingEvent = 'rewound' | 'begun' | 'left' | 'returned'

/**
 * The effects. `drop`: forgets rows that have not been started, which are still in the queue; `rewind`: reads the queue
 * from its start, because rows in memory may have been removed; `slowDown`: one attempt at a time again, for a while;
 * `goBack`: moves the cursor back to where rows may be; `settle`: the same, after a read; `start`, `read`: asks for its
 * turn.
 */
export type LaneEffect = 'drop' | 'rewind' | 'slowDown' | 'goBack' | 'settle' | 'start' | 'read'

interface Cell<State> {
  readonly to: State
  readonly effects: readonly LaneEffect[]
}

/** A cell is undefined if the event cannot happen. */
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

export const standings: TransitionTable<LaneStatus, StandingEvent> = {
  active: running,
  stale: running,
  paused: { ...running, doubted: to('paused'), found: to('active', 'slowDown', 'drop', 'rewind') },
  // Answers to earlier reads may still arrive.
  closed: { doubted: to('closed'), found: to('closed'), stopped: to('closed'), lost: to('closed') },
}

const unread = {
  rewound: to('behind', 'goBack', 'read'),
  begun: to('reading'),
  left: impossible,
  returned: impossible,
}

// A running read would move the cursor forward again: it goes back once the read has returned.
const beingRead = { rewound: to('rereading'), begun: impossible, left: to('rereading') }

export const readings: TransitionTable<QueueReading, ReadingEvent> = {
  abreast: unread,
  behind: unread,
  reading: { ...beingRead, returned: to('abreast', 'settle', 'start', 'read') },
  rereading: { ...beingRead, returned: to('behind', 'settle', 'start', 'read') },
}

/** Throws if there is no cell, which is a bug. */
export const nextState = <State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
  event: Event,
): Cell<State> => {
  const cell = table[state][event]
  if (!cell) throw new Error(`${event} cannot happen to a lane that is ${state}`)
  return cell
}
