import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { FormFooter, SubmitButton } from '#web/ui/form-footer.tsx'
import { MentionField } from './mention-field.tsx'
import { type Mention, mentionsOf, withIds, withLabels } from './mention-text.ts'

interface Props {
  readonly recordId: string
  /** The comment to change; absent for a new one. */
  readonly comment?: Schemas['Comment']
  readonly onDone?: () => void
}

/** Returns a function that reads the comments again. */
export const useReadComments = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/comments') })
}

/** Writes a comment, or changes one. Unsent text is kept as a draft. */
export const CommentForm = ({ recordId, comment, onDone }: Props) => {
  const { t } = useTranslation('comments')
  const { t: common } = useTranslation()
  const readComments = useReadComments()
  const initial: readonly Mention[] = mentionsOf(comment?.mentions ?? [])
  const form = useForm({
    initialValues: { text: withLabels(comment?.text ?? '', initial), mentions: initial },
  })
  const { text, mentions } = form.values
  const { formRef, onSubmit, busy, gap, error } = useSending(
    form,
    async () => {
      const body = { text: withIds(text, mentions) }
      if (comment) {
        const params = { path: { commentId: comment.id } }
        await unwrap(client.PATCH('/api/workspace/comments/{commentId}', { params, body }))
      } else await unwrap(client.POST('/api/workspace/comments', { body: { recordId, ...body } }))
      draft.discard()
      await readComments()
      onDone?.()
    },
    () => (text.trim() === '' ? { fields: { text: t('missing') } } : {}),
  )
  const draft = useDraft(form, { formId: `comment ${comment?.id ?? recordId}`, busy })
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <DraftNote {...draft} />
        <MentionField
          recordId={recordId}
          label={t(comment ? 'change' : 'write')}
          description={t('hint')}
          error={form.errors.text}
          value={text}
          mentions={mentions}
          onChange={(text, mentions) => form.setValues({ text, mentions })}
          autoFocus={comment !== undefined}
        />
        <FormFooter align="flex-start" gap={gap} error={<ErrorNote error={error} />}>
          <SubmitButton loading={busy}>{t(comment ? 'save' : 'send')}</SubmitButton>
          {comment && (
            <Button
              variant="default"
              onClick={() => {
                draft.discard()
                onDone?.()
              }}
            >
              {common('actions.cancel')}
            </Button>
          )}
        </FormFooter>
      </Stack>
    </form>
  )
}
