import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Pagination } from '#http/schema.ts'
import { Comment, CommentedId } from './comment.ts'
import { requireCommented } from './commented-record.ts'
import { selectComments } from './queries.ts'
import { ShownComment, showComment } from './show-comment.ts'

const endpoint = 'listComments'

export const listComments = readEndpoint({
  name: endpoint,
  summary: 'List the comments on a record, newest first',
  tag: 'Comments',
  workspace: { path: '/comments', roles: [...roles] },
  query: Type.Object({ recordId: CommentedId, ...pageQuery }),
  response: Type.Object({ comments: Type.Array(ShownComment), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  needs: ['findTitles', 'commentedKinds'],
  async run(call, { query }) {
    const { recordId } = query
    await requireCommented(call, recordId)
    return respondWithPage(call, {
      endpoint,
      plural: 'comments',
      read: page => call.read(selectComments, { ...page, recordId }),
      filters: { recordId },
      query,
      render: ({ record, author_name: author, mentions }) =>
        JSON.stringify(
          showComment(readRecord(Comment, record), { author, mentions: mentions ?? [] }, call.actor, call.now),
        ),
    })
  },
})
