import { Suspense } from 'react'
import { loadTexts } from '#web/i18n/index.ts'
import { AfterIdle } from '#web/ui/after-idle.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const Comments = lazyPart(async () => {
  const [{ Comments }] = await Promise.all([import('./comments.tsx'), loadTexts(['comments'])])
  return Comments
})

interface Props {
  /** The id of the record; both ids for an answer of an assessment. */
  readonly recordId: string
}

/** The comments on a record, loaded after the rest of its page. They are internal, so they are never printed. */
export const CommentsPart = ({ recordId }: Props) => (
  <AfterIdle>
    <Suspense fallback={null}>
      <div className="no-print">
        <Comments key={recordId} recordId={recordId} />
      </div>
    </Suspense>
  </AfterIdle>
)
