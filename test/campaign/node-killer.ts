import type { Probata } from '#test/system.ts'

class Killed extends Error {
  override readonly name = 'Killed'
}

/** Makes a node fail, as if it had been killed, before one of its next steps. */
export interface NodeKiller {
  killAfter(steps: number): void
  /** Restarts the node; returns whether it was dead. */
  revive(): boolean
}

/** Counts these steps of a node: transactions, mails, and messages to chats. */
export const createKiller = ({ system: { services } }: Probata): NodeKiller => {
  let remaining = Number.POSITIVE_INFINITY
  const step = () => {
    if (--remaining < 0) throw new Killed('the node is dead')
  }
  const { db, mail, receivers } = services
  const transaction = db.transaction.bind(db)
  const deliver = mail.deliver.bind(mail)
  const post = receivers.post.bind(receivers)
  Object.assign(db, {
    transaction: async (...args: Parameters<typeof transaction>) => {
      step()
      return transaction(...args)
    },
  })
  Object.assign(mail, {
    deliver: async (...args: Parameters<typeof deliver>) => {
      step()
      return deliver(...args)
    },
  })
  Object.assign(receivers, {
    post: async (...args: Parameters<typeof post>) => {
      step()
      return post(...args)
    },
  })
  return {
    killAfter(steps) {
      remaining = steps
    },
    revive() {
      const wasKilled = remaining < 0
      remaining = Number.POSITIVE_INFINITY
      return wasKilled
    },
  }
}
