import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NamedRecord } from '#web/family/record-names.tsx'
import { ColorBadge } from '#web/ui/color-badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { AnswerComments } from './answer-comments.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import type { AssessedClause, AssessmentDetail } from './model.ts'

const filters = ['all', 'unanswered', 'answered'] as const

interface Props {
  readonly assessment: AssessmentDetail
  readonly only: 'answered' | 'unanswered' | undefined
  readonly onOnly: (only: string) => void
}

const ClauseAnswer = ({ clause: { answer, isChanged } }: { clause: AssessedClause }) => {
  const { t } = useTranslation('assessments')
  if (answer === null) return null
  return (
    <Stack gap={2} align="flex-start">
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {t(`results.${answer.result}`)}
        </Text>
        {isChanged && <ColorBadge color="yellow">{t('clauseChanged')}</ColorBadge>}
      </Group>
      {answer.note && (
        <Text size="sm" className="as-written">
          {answer.note}
        </Text>
      )}
      {answer.claims.map(({ claimId }) => (
        <Text key={claimId} size="xs">
          <NamedRecord id={claimId} />
        </Text>
      ))}
    </Stack>
  )
}

/** The clauses with their results. The assigned people answer them here. */
export const AssessedClauses = ({ assessment, only, onOnly }: Props) => {
  const { t } = useTranslation('assessments')
  const { t: common } = useTranslation()
  const [clause, setClause] = useState<AssessedClause>()
  const { openCount, opened, open, close } = useOpening()
  const path = { assessmentId: assessment.id }
  const pages = usePages(
    '/api/workspace/assessments/{assessmentId}/clauses',
    { path, query: { only } },
    page => page.clauses,
  )
  const columns: readonly Column<AssessedClause>[] = [
    {
      key: 'clause',
      header: t('clause'),
      render: row => (
        <>
          <code>{row.clauseKey}</code> {assessment.status === 'completed' ? row.answer?.clauseTitle : row.title}
        </>
      ),
    },
    { key: 'found', header: t('found'), render: row => <ClauseAnswer clause={row} /> },
    {
      key: 'comments',
      header: t('comments'),
      render: ({ clauseId, clauseKey }) => (
        <AnswerComments recordId={`${assessment.id}/${clauseId}`} clauseKey={clauseKey} />
      ),
      wide: true,
    },
    ...(assessment.mayAnswer
      ? [
          {
            key: 'answer',
            header: common('actions.actions'),
            align: 'right' as const,
            render: (row: AssessedClause) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-haspopup="dialog"
                aria-label={t(row.answer ? 'answerAgainOne' : 'answerOne', { key: row.clauseKey })}
                onClick={() => {
                  setClause(row)
                  open()
                }}
              >
                {t(row.answer ? 'answerAgain' : 'answer')}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Stack>
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label={t('shown')}
        value={only ?? 'all'}
        onChange={value => onOnly(value === 'all' ? '' : value)}
        data={filters.map(value => ({ value, label: t(`only.${value}`) }))}
      />
      <RecordTable
        label={t('clauses')}
        pages={pages}
        columns={columns}
        rowKey={({ clauseId }) => clauseId}
        to={({ clauseId }) => linkOptions({ to: '/governance/clauses/$clauseId', params: { clauseId } })}
        filtered={only !== undefined}
        clearFilters={() => onOnly('')}
        empty={<Empty title={t('noClauses')} text={t('noClausesText')} />}
      />
      {clause && (
        <AnswerDialog key={openCount} assessment={assessment} clause={clause} opened={opened} onClose={close} />
      )}
    </Stack>
  )
}
