import { sentenceOf } from './error-digest.ts'

/** One end of a channel: a forked process, or in a forked process `process` itself. */
export interface End {
  send(message: unknown, done: () => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** The methods that one side of a channel offers. Arguments and results are JSON data. */
export type ChannelHandlers = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>

type Message =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly values: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fail'; readonly id: number; readonly message: string }

interface PendingCall {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/**
 * Lets a process and its forked child call each other. Sends all calls of one turn of the event loop as one message, to
 * keep messages few on a busy server. A call rejects with the other side's error message, or when that side exits.
 */
export const openChannel = <Remote extends ChannelHandlers>(
  end: End,
  handlers: ChannelHandlers,
  names: readonly (keyof Remote & string)[],
): Remote => {
  const pending = new Map<number, PendingCall>()
  let outbox: Message[] = []
  let lastId = 0
  let disconnected = false

  const flush = (): void => {
    const messages = outbox
    outbox = []
    // `disconnect` reports the exit of the other side.
    if (!disconnected) end.send(messages, () => undefined)
  }
  const post = (message: Message): void => {
    if (outbox.length === 0) setImmediate(flush)
    outbox.push(message)
  }

  const respond = async (id: number, name: string, values: readonly unknown[]): Promise<void> => {
    try {
      const value = await handlers[name]?.(...(values as never[]))
      post({ kind: 'answer', id, value })
    } catch (error) {
      post({ kind: 'fail', id, message: sentenceOf(error) })
    }
  }

  const receive = (message: Message): void => {
    if (message.kind === 'ask') return void respond(message.id, message.name, message.values)
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.kind === 'answer') call?.resolve(message.value as never)
    else call?.reject(new Error(message.message))
  }

  const ask = (name: string, values: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (disconnected) return reject(new Error('the other process has exited'))
      lastId += 1
      pending.set(lastId, { resolve, reject })
      post({ kind: 'ask', id: lastId, name, values })
    })

  end.on('message', messages => {
    for (const message of messages as Message[]) receive(message)
  })
  end.on('disconnect', () => {
    disconnected = true
    for (const { reject } of pending.values()) reject(new Error('the other process has exited'))
    pending.clear()
  })
  const remote: unknown = Object.fromEntries(names.map(name => [name, (...values: unknown[]) => ask(name, values)]))
  return remote as Remote
}
