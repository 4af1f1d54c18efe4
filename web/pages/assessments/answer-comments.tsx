import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CommentsPart } from '#web/family/comments/comments-part.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

/** Opens the comments on the answer to a clause. */
export const AnswerComments = ({ recordId, clauseKey }: { recordId: string; clauseKey: string }) => {
  const { t } = useTranslation('assessments')
  const { t: common } = useTranslation()
  const { opened, open, close } = useOpening()
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-haspopup="dialog"
        aria-label={t('commentsOn', { key: clauseKey })}
        onClick={open}
      >
        {t('comments')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('commentsOn', { key: clauseKey })}
        size="lg"
        closeButtonProps={{ 'aria-label': common('actions.close') }}
      >
        <CommentsPart recordId={recordId} />
      </Modal>
    </>
  )
}
