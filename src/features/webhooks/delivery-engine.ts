import type { ClientConfig } from 'pg'
import { listen } from '#db/listen.ts'
import type { CoreServices } from '#http/call.ts'
import type { Deliveries, Receivers } from '#http/emission.ts'
import { createGuard, type Egress } from '#lib/guarded/guard.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import type { Networks } from '#lib/networks.ts'
import { createBacklogSample } from './backlog-metric.ts'
import { createDispatcher, type Dispatcher } from './engine/dispatcher.ts'
import { plainHeaders } from './engine/exchange-record.ts'
import { createNotifier } from './engine/notifier.ts'
import { notifyChannel } from './engine/queries.ts'
import { createSender } from './engine/send.ts'

interface Options {
  readonly connection: ClientConfig
  /** Non-public networks that may receive deliveries, also over plain HTTP. */
  readonly allow: Networks | undefined
  readonly egress?: Egress
  /** The number of libuv threads, which resolve host names. */
  readonly threads: number
  /** Resolves host names; defaults to the system's resolver. */
  readonly lookup?: Lookup
}

/** Sends the webhook deliveries of this process. */
export interface DeliveryEngine extends Deliveries, Receivers, AsyncDisposable {
  /** Delivers until disposed. `alone`: no other process can be delivering from this database. */
  start(alone: boolean): Promise<void>
  /** Delivers everything that is due by the clock. Returns the number of attempts that ended. */
  drain(): Promise<number>
  readonly state: Dispatcher['state']
}

/**
 * A process that does not deliver notifies the processes that do. A process that delivers notifies the holders of other
 * lanes.
 */
export const createDeliveryEngine = (services: CoreServices, { connection, ...receivers }: Options): DeliveryEngine => {
  const guard = createGuard(receivers)
  const notifier = createNotifier(services)
  const sender = createSender({ guard })
  const dispatcher = createDispatcher({ services, sender, notifier })
  const resources = new AsyncDisposableStack()
  resources.use(dispatcher)
  services.metrics.watchDeliveries(() => dispatcher.state)
  return {
    problem: guard.problem,
    post: (url, json) => sender.send({ url: new URL(url), headers: plainHeaders, body: Buffer.from(json) }),
    queued: dispatcher.queued,
    changed(organizationId, endpointId) {
      dispatcher.changed(organizationId, endpointId)
      notifier.notify([endpointId])
    },
    accessChanged(organizationId) {
      dispatcher.accessChanged(organizationId)
      notifier.notify([])
    },
    drain: dispatcher.drain,
    get state() {
      return dispatcher.state
    },
    async start(alone) {
      services.metrics.watchBacklog(createBacklogSample(services))
      await dispatcher.start(alone)
      const hear = (payload: string) => dispatcher.onNotified(payload.split(',').filter(Boolean))
      resources.use(listen({ connection, channel: notifyChannel, hear }))
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
