import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import type { AssessmentDetail, Move } from './model.ts'
import { AssessmentProgress } from './progress.tsx'

const finalMoves: ReadonlySet<Move> = new Set(['complete', 'cancel'])

/** A button for each step that the user may take now. */
export const Moves = ({ assessment }: { assessment: AssessmentDetail }) => {
  const { t } = useTranslation('assessments')
  const { moves, progress } = assessment
  return moves.map(move => (
    <Act
      key={move}
      operation={`${move}Assessment`}
      record={assessment}
      label={t(`moves.${move}`)}
      title={t(`moveTitles.${move}`)}
      text={t(`moveTexts.${move}`)}
      danger={finalMoves.has(move)}
      {...(move === 'complete' && {
        variant: 'filled',
        dialog: { ready: progress.missing === 0, missing: t('unanswered') },
        children: <AssessmentProgress progress={progress} words />,
      })}
    />
  ))
}
