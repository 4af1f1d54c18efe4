/** Whether a lane may start attempts. */
export type Standing =
  | 'active'
  /** What is known of its endpoint is out of date: nothing starts until it is read again. */
  | 'stale'
  /** Or deleted, or its account is disabled: nothing starts, and it is given back once all under way has ended. */
  | 'paused'
  /** Not held any more. */
  | 'closed'

/** How far a lane has read its queue. */
export type Reading =
  /** Nothing that is due is known to stand behind its cursor. */
  | 'abreast'
  | 'behind'
  /** A read is under way. */
  | 'reading'
  /** A read is under way, and another follows. */
  | 'rereading'

/** `doubted`: it may have changed; `found`, `stopped`: the endpoint was read; `lost`: the lease, or it was given back. */
export type StandingEvent = 'doubted' | 'found' | 'stopped' | 'lost'

/** `rewound`: rows may stand where it has been; a read `begun`, `left` rows behind or failed, and `returned`. */
export type ReadingEvent = 'rewound' | 'begun' | 'left' | 'returned'

/** What is done then. */
export type Effect =
  /** Forgets what has not been started: it stands in the queue. */
  | 'drop'
  /** Reads the queue from its start: what was in hand may have been taken back. */
  | 'rewind'
  /** One attempt at a time again. */
  | 'slowDown'
  /** Sets the cursor back to where rows may stand. */
  | 'goBack'
  /** The same, and forgets the keys of rows that the read might have brought again. */
  | 'settle'
  /** Asks for its turn to start attempts, and to have rows read. */
  | 'start'
  | 'read'

interface Cell<State> {
  readonly to: State
  readonly effects: readonly Effect[]
}

/** Undefined where the event cannot happen. */
export type Table<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Record<Event, Cell<State> | undefined>>>
>

const to = <const State>(state: State, ...effects: Effect[]): Cell<State> => ({ to: state, effects })
const impossible = undefined

const running = {
  doubted: to('stale'),
  found: to('active', 'drop', 'rewind'),
  stopped: to('paused'),
  lost: to('closed', 'drop'),
}

export const standings: Table<Standing, StandingEvent> = {
  active: running,
  stale: running,
  paused: { ...running, doubted: to('paused'), found: to('active', 'slowDown', 'drop', 'rewind') },
  // What was asked while it was held may be answered later.
  closed: { doubted: to('closed'), found: to('closed'), stopped: to('closed'), lost: to('closed') },
}

const unread = {
  rewound: to('behind', 'goBack', 'read'),
  begun: to('reading'),
  left: impossible,
  returned: impossible,
}

// A read that is under way would move the cursor ahead again: it goes back when that has returned.
const beingRead = { rewound: to('rereading'), begun: impossible, left: to('rereading') }

export const readings: Table<Reading, ReadingEvent> = {
  abreast: unread,
  behind: unread,
  reading: { ...beingRead, returned: to('abreast', 'settle', 'start', 'read') },
  rereading: { ...beingRead, returned: to('behind', 'settle', 'start', 'read') },
}

/** Throws where there is no cell, which is a defect. */
export const step = <State extends string, Event extends string>(
  table: Table<State, Event>,
  state: State,
  event: Event,
): Cell<State> => {
  const cell = table[state][event]
  if (!cell) throw new Error(`${event} cannot happen to a lane that is ${state}`)
  return cell
}
