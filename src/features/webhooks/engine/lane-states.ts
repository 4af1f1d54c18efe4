/**
 * Whether a lane may start attempts. `stale`: what is known of its endpoint is out of date, nothing starts until it is
 * read again. `paused`, deleted or of a disabled account: nothing starts, and it is given back when all under way has
 * ended. `closed`: not held any more.
 */
export type Standing = 'active' | 'stale' | 'paused' | 'closed'

/** `doubted`: it may have changed; `found`, `stopped`: the endpoint was read; `lost`: the lease, or it was given back. */
export type StandingEvent = 'doubted' | 'found' | 'stopped' | 'lost'

/** How far it has read its queue. `abreast`: nothing due is known to stand behind its cursor; `rereading`: and once more. */
export type Reading = 'abreast' | 'behind' | 'reading' | 'rereading'

/** `rewound`: rows may stand where it has been; a read `begun`, `left` rows behind or failed, and `returned`. */
export type ReadingEvent = 'rewound' | 'begun' | 'left' | 'returned'

/**
 * What is done then. `drop`: forgets what has not been started, which stands in the queue; `rewind`: reads that from its
 * start, for what was in hand may have been taken back; `slowDown`: one attempt at a time again; `goBack`: to where rows
 * may stand; `settle`: the same, after a read; `start`, `read`: asks for its turn.
 */
export type Effect = 'drop' | 'rewind' | 'slowDown' | 'goBack' | 'settle' | 'start' | 'read'

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
