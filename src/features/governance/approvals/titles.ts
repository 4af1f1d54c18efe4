import type { TitleSource } from '#shared/title-source.ts'

/** Names a request after the record that it would change, with the kind of the change. */
export const approvalTitles: readonly TitleSource[] = [
  { prefix: 'apr', table: 'approval_request', title: `t.record::json ->> 'title'`, part: 't.kind' },
]
