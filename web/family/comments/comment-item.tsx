import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { CommentForm, useReadComments } from './comment-form.tsx'
import { partsOf } from './mention-text.ts'

type Comment = Schemas['Comment']

/** Shows text with its line breaks. Names of people and addresses of pages stand out; nothing else is interpreted. */
const CommentText = ({ text, mentions }: { text: string; mentions: Comment['mentions'] }) => {
  const { t } = useTranslation('comments')
  return (
    <Text size="sm" className="as-written">
      {partsOf(text).map((part, i) => {
        const key = `${i} ${part.kind}`
        if (part.kind === 'text') return part.text
        if (part.kind === 'link')
          return (
            <Anchor
              key={key}
              href={part.text}
              target="_blank"
              rel="noopener noreferrer nofollow"
              inherit
              underline="always"
            >
              {part.text}
            </Anchor>
          )
        const person = mentions.find(({ id }) => id === part.id)
        return (
          <Text key={key} span inherit fw={550} {...(person && !person.seesRecord && { title: t('cannotSee') })}>
            @{person?.name ?? part.id}
            {person && !person.seesRecord && ` (${t('cannotSee')})`}
          </Text>
        )
      })}
    </Text>
  )
}

const DeleteComment = ({ comment }: { comment: Comment }) => {
  const { t } = useTranslation('comments')
  const readComments = useReadComments()
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-haspopup="dialog" onClick={open}>
        {t('delete')}
      </Button>
      <ActionDialog
        key={openCount}
        operation={null}
        opened={opened}
        onClose={close}
        title={t('deleteTitle')}
        about={comment.id}
        text={t('deleteText')}
        submit={t('delete')}
        danger
        onSubmit={async () => {
          await unwrap(
            client.DELETE('/api/workspace/comments/{commentId}', { params: { path: { commentId: comment.id } } }),
          )
          await readComments()
        }}
      />
    </>
  )
}

const Actions = ({ comment, onEdit }: { comment: Comment; onEdit: () => void }) => {
  const { t } = useTranslation('comments')
  const mayChange = comment.editableUntil !== null && Date.parse(comment.editableUntil) > Date.now()
  return (
    <Group gap="xs">
      {mayChange && (
        <>
          <Button variant="subtle" size="compact-xs" onClick={onEdit}>
            {t('edit')}
          </Button>
          <DeleteComment comment={comment} />
        </>
      )}
      {comment.mayRemove && !mayChange && (
        <Act
          operation="removeComment"
          record={comment}
          label={t('remove')}
          title={t('removeTitle')}
          text={t('removeText')}
          about={comment.id}
          danger
          variant="subtle"
          size="compact-xs"
          done={t('removed')}
        />
      )}
    </Group>
  )
}

/** A comment, or the note that it was deleted. */
export const CommentItem = ({ comment }: { comment: Comment }) => {
  const { t } = useTranslation('comments')
  const [isEditing, setEditing] = useState(false)
  const { author, text, mentions, createdAt, editedAt, deletedBy } = comment
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {author.name}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={createdAt} as="ago" />
          {editedAt !== null && text !== null && ` · ${t('edited')}`}
        </Text>
      </Group>
      {isEditing && <CommentForm recordId={comment.recordId} comment={comment} onDone={() => setEditing(false)} />}
      {!isEditing && text !== null && (
        <>
          <CommentText text={text} mentions={mentions} />
          <Actions comment={comment} onEdit={() => setEditing(true)} />
        </>
      )}
      {deletedBy !== null && (
        <Text size="sm" c="dimmed">
          {t(`deletedBy.${deletedBy}`)}
        </Text>
      )}
    </li>
  )
}
