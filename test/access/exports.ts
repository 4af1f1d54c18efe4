import type { Probata } from '#test/system.ts'

/** Creates proof bundles, calendar feeds and saved views. */
export interface ExportFactory {
  /** Creates a bundle of a new package, requested or ready; returns the bundle's id. */
  export(ready?: 'ready'): Promise<string>
  /** Creates a calendar feed. `name` is the last path segment of its URL. */
  feed(): Promise<{ readonly id: string; readonly name: string }>
  /** Creates a shared view of an administrator; returns the view's id. */
  savedView(): Promise<string>
}

interface Dependencies {
  /** Sends a request as an administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly ask: (method: 'GET' | 'DELETE', path: string) => Promise<any>
  readonly newPackage: () => Promise<string>
  readonly word: () => string
}

export const exportsOf = (p: Probata, { post, ask, newPackage, word }: Dependencies): ExportFactory => ({
  async export(ready) {
    const { id } = await post('exports', { scope: { kind: 'package', packageId: await newPackage() } })
    for (const job of ready ? ['seal-ledger', 'prepare-exports'] : []) await p.system.runJob(job)
    return id
  },
  async feed() {
    const { calendarFeeds } = await ask('GET', 'calendar-feeds')
    // Deletes old feeds, because a person can have at most 20.
    for (const { id } of calendarFeeds.slice(10)) await ask('DELETE', `calendar-feeds/${id}`)
    const { calendarFeed, address } = await post('calendar-feeds', { name: word() })
    return { id: calendarFeed.id, name: address.split('/').at(-1) }
  },
  async savedView() {
    const { savedViews } = await ask('GET', 'saved-views?limit=200')
    // Deletes old views, because a person can have at most 100.
    for (const { id } of savedViews.slice(50)) await ask('DELETE', `saved-views/${id}`)
    const view = { list: 'listWorkspaceClaims', name: word(), query: 'status=submitted', shared: true }
    return (await post('saved-views', view)).id
  },
})
