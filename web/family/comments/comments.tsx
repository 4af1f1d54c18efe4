import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'

const pageSize = 20

/** The comments on a record, oldest first, and the field for another one. */
export const Comments = ({ recordId }: { recordId: string }) => {
  const { t } = useTranslation('comments')
  const can = useCan()
  const params = { query: { recordId, limit: pageSize } }
  const pages = usePages('/api/workspace/comments', params, ({ comments }) => comments)
  const { rows, isPending, error, refetch, hasMore, loadMore, isFetchingMore } = pages
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('internal')}
        </Text>
        <ErrorNote error={error} retry={refetch} />
        {isPending && <Lines count={2} />}
        {hasMore && (
          <Button variant="default" size="compact-sm" onClick={loadMore} loading={isFetchingMore}>
            {t('earlier')}
          </Button>
        )}
        {rows.length > 0 && (
          <Stack component="ul" className="plain-list" gap="sm">
            {rows.toReversed().map(comment => (
              <CommentItem key={comment.id} comment={comment} />
            ))}
          </Stack>
        )}
        {!isPending && rows.length === 0 && <Text size="sm">{t('none')}</Text>}
        {can('createComment') && <CommentForm recordId={recordId} />}
      </Stack>
    </Section>
  )
}
