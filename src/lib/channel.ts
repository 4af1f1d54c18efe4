import { sentenceOf } from './error-digest.ts'

/** A forked process, or this one from its parent's point of view. */
export interface End {
  send(message: unknown, done: () => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** The calls that one side of a channel answers, with JSON data in both directions. */
export type ChannelHandlers = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>

type Message =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly values: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fail'; readonly id: number; readonly message: string }

interface Asked {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/**
 * Calls between a process and one that it forked, in both directions. The calls of one turn of the event loop are sent
 * as one message, so that a busy server sends few. A call rejects with the other side's message, or when the other side
 * has ended.
 */
export const openChannel = <Theirs extends ChannelHandlers>(
  end: End,
  ours: ChannelHandlers,
  names: readonly (keyof Theirs & string)[],
): Theirs => {
  const asked = new Map<number, Asked>()
  let outbox: Message[] = []
  let lastId = 0
  let gone = false

  const flush = (): void => {
    const messages = outbox
    outbox = []
    // When the other side has ended, `disconnect` reports it.
    if (!gone) end.send(messages, () => undefined)
  }
  const post = (message: Message): void => {
    if (outbox.length === 0) setImmediate(flush)
    outbox.push(message)
  }

  const answer = async (id: number, name: string, values: readonly unknown[]): Promise<void> => {
    try {
      const value = await ours[name]?.(...(values as never[]))
      post({ kind: 'answer', id, value })
    } catch (error) {
      post({ kind: 'fail', id, message: sentenceOf(error) })
    }
  }

  const take = (message: Message): void => {
    if (message.kind === 'ask') return void answer(message.id, message.name, message.values)
    const waiting = asked.get(message.id)
    asked.delete(message.id)
    if (message.kind === 'answer') waiting?.resolve(message.value as never)
    else waiting?.reject(new Error(message.message))
  }

  const ask = (name: string, values: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(new Error('the other process is gone'))
      lastId += 1
      asked.set(lastId, { resolve, reject })
      post({ kind: 'ask', id: lastId, name, values })
    })

  end.on('message', messages => {
    for (const message of messages as Message[]) take(message)
  })
  end.on('disconnect', () => {
    gone = true
    for (const { reject } of asked.values()) reject(new Error('the other process is gone'))
    asked.clear()
  })
  const theirs: unknown = Object.fromEntries(names.map(name => [name, (...values: unknown[]) => ask(name, values)]))
  return theirs as Theirs
}
