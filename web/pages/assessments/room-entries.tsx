import { Button, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ChooseMany } from '#web/family/choose.tsx'
import { EntryCard } from '#web/pages/room/entries.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import type { AssessmentDetail } from './model.ts'

type Entry = Schemas['ListedRoomEntry']

const maxLength = 5000
const maxClaims = 50

interface AnswerProps {
  readonly assessment: AssessmentDetail
  readonly entry: Entry
  readonly onClose: () => void
}

const AnswerEntry = ({ assessment, entry, onClose }: AnswerProps) => {
  const { t } = useTranslation('rooms')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { text: '', claimIds: [] as string[], reason: '' } })
  return (
    <ActionDialog
      operation="answerRoomEntry"
      opened
      onClose={onClose}
      size="lg"
      title={t('answerOf', { name: entry.writtenByName })}
      about={entry.id}
      text={t('answerText')}
      submit={t('reply')}
      form={form}
      record={assessment}
      ready={form.values.text.trim() !== ''}
      onSubmit={async (reason, header) => {
        const params = { path: { assessmentId: assessment.id, entryId: entry.id }, header }
        const body = { text: form.values.text.trim(), claimIds: form.values.claimIds, reason }
        const path = '/api/workspace/assessments/{assessmentId}/room/entries/{entryId}/answer'
        await unwrap(client.POST(path, { params, body }))
        await refresh()
      }}
    >
      <Text size="sm" className="as-written">
        {entry.text}
      </Text>
      <Textarea
        data-autofocus
        required
        label={t('answer')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxLength}
        {...form.getInputProps('text')}
      />
      <ChooseMany
        label={t('addClaims')}
        description={t('addClaimsHint')}
        offer={{ kind: 'evidence_claim', status: 'accepted' }}
        limit={maxClaims}
        {...form.getInputProps('claimIds')}
      />
    </ActionDialog>
  )
}

/** The comments and requests of guests, with forms to answer them. */
export const RoomEntries = ({ assessment, canAnswer }: { assessment: AssessmentDetail; canAnswer: boolean }) => {
  const { t } = useTranslation('rooms')
  const { t: common } = useTranslation()
  const can = useCan()
  const [entryToAnswer, setEntryToAnswer] = useState<Entry>()
  const params = { path: { assessmentId: assessment.id } }
  const path = '/api/workspace/assessments/{assessmentId}/room/entries'
  const { rows, isPending, error, hasMore, loadMore, isFetchingMore, refetch } = usePages(
    path,
    params,
    page => page.entries,
  )
  return (
    <div>
      <Title order={3} mb="xs">
        {t('entriesTitle')}
      </Title>
      {isPending && <Lines count={2} />}
      <ErrorNote error={error} retry={refetch} />
      {!isPending && rows.length === 0 && <Empty title={t('noEntries')} />}
      <Stack>
        {rows.map(entry => (
          <Paper key={entry.id} withBorder p="sm">
            <EntryCard entry={entry} />
            {!entry.answer && canAnswer && can('answerRoomEntry') && (
              <Button
                size="compact-sm"
                mt="xs"
                variant="default"
                aria-haspopup="dialog"
                onClick={() => setEntryToAnswer(entry)}
              >
                {t('reply')}
              </Button>
            )}
          </Paper>
        ))}
        {hasMore && (
          <Button variant="default" onClick={loadMore} loading={isFetchingMore}>
            {common('actions.more')}
          </Button>
        )}
      </Stack>
      {entryToAnswer && (
        <AnswerEntry
          key={entryToAnswer.id}
          assessment={assessment}
          entry={entryToAnswer}
          onClose={() => setEntryToAnswer(undefined)}
        />
      )}
    </div>
  )
}
