import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { AssessmentDetail, Move } from './model.ts'
import { AssessmentProgress } from './progress.tsx'

const final: ReadonlySet<Move> = new Set(['complete', 'cancel'])

const paths = {
  start: '/api/workspace/assessments/{assessmentId}/start',
  submit: '/api/workspace/assessments/{assessmentId}/submit',
  return: '/api/workspace/assessments/{assessmentId}/return',
  complete: '/api/workspace/assessments/{assessmentId}/complete',
  cancel: '/api/workspace/assessments/{assessmentId}/cancel',
} as const satisfies Record<Move, string>

/** For each step that the reader may take now, a button with a dialog. */
export const Moves = ({ assessment }: { assessment: AssessmentDetail }) => {
  const { t } = useTranslation('assessments')
  const refresh = useRefresh()
  const [next, setNext] = useState<Move>()
  const take = async (move: Move, reason: string, header: IfMatch) => {
    const params = { path: { assessmentId: assessment.id }, header }
    await unwrap(client.POST(paths[move], { params, body: { reason } }))
    await refresh()
  }
  return assessment.moves.map(move => (
    <Fragment key={move}>
      <Button variant={move === 'complete' ? 'filled' : 'default'} aria-haspopup="dialog" onClick={() => setNext(move)}>
        {t(`moves.${move}`)}
      </Button>
      <ActionDialog
        operation={`${move}Assessment`}
        opened={next === move}
        onClose={() => setNext(undefined)}
        title={t(`moveTitles.${move}`)}
        text={t(`moveTexts.${move}`)}
        submit={t(`moves.${move}`)}
        danger={final.has(move)}
        record={assessment}
        ready={move !== 'complete' || assessment.progress.missing === 0}
        missing={t('unanswered')}
        onSubmit={(reason, header) => take(move, reason, header)}
      >
        {move === 'complete' && <AssessmentProgress progress={assessment.progress} words />}
      </ActionDialog>
    </Fragment>
  ))
}
