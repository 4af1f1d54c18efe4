import type { TitleSource } from '#shared/title-source.ts'

/** Requests by the record that they would change, with the kind of the change. */
export const approvalTitles: readonly TitleSource[] = [
  { prefix: 'apr', table: 'approval_request', title: `t.record::json ->> 'title'`, part: 't.kind' },
]
