import { Stack, Text } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useSecondPerson, WaitingApproval } from '#web/family/second-person.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { rowsOf } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { AddControl, ChangeApplicability } from './clause-dialogs.tsx'
import type { ClauseDetail } from './model.ts'
import { ProofTable } from './proof-table.tsx'
import { RemoveLink } from './remove-link.tsx'

const route = getRouteApi('/app/governance/clauses/$clauseId')

type Answer = ClauseDetail['answers'][number]

const Answers = ({ clause }: { clause: ClauseDetail }) => {
  const { t } = useTranslation('frameworks')
  const { t: common } = useTranslation()
  const can = useCan()
  const secondPerson = useSecondPerson()
  const needsSecond = ({ status }: Answer) => secondPerson.isNeeded && status === 'active' && clause.status === 'active'
  const columns: readonly Column<Answer>[] = [
    {
      key: 'control',
      header: t('clause.control'),
      render: ({ controlKey, title }) => (
        <>
          <code>{controlKey}</code> {title}
        </>
      ),
    },
    {
      key: 'coverage',
      header: t('coverage'),
      render: ({ status, coverage }) => <StatusBadge status={status === 'active' ? coverage.state : status} />,
    },
    { key: 'extent', header: t('clause.extent'), render: ({ extent }) => t(`clause.${extent}`), wide: true },
    { key: 'note', header: t('clause.note'), render: ({ note }) => note, wide: true },
    ...(can('removeClauseControl')
      ? [
          {
            key: 'remove',
            header: common('actions.actions'),
            align: 'right' as const,
            render: (answer: Answer) => (
              <RemoveLink
                operation="removeClauseControl"
                record={clause}
                path={{ clauseId: clause.id, controlId: answer.controlId }}
                title={t('clause.removeTitle')}
                linkedTitle={answer.title}
                {...(needsSecond(answer) && {
                  approval: {
                    kind: 'clause_control_removal',
                    resourceId: clause.id,
                    linkedId: answer.controlId,
                  },
                })}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <RecordTable
      label={t('clause.answers')}
      pages={rowsOf(clause.answers)}
      columns={columns}
      rowKey={({ controlId }) => controlId}
      to={({ controlId }) => linkOptions({ to: '/governance/controls/$controlId', params: { controlId } })}
      empty={<Empty title={t('clause.noAnswers')} text={t('clause.noAnswersText')} />}
    />
  )
}

const ClauseFacts = ({ clause }: { clause: ClauseDetail }) => {
  const { t } = useTranslation('frameworks')
  const { text, parentKey, parent, isAssessable, applicability, justification } = clause
  return (
    <FactList
      entries={[
        [
          t('clause.text'),
          text && (
            <Text key="text" size="sm" className="as-written">
              {text}
            </Text>
          ),
        ],
        [
          t('clause.parent'),
          parent && (
            <RecordLink key="parent" id={parent.id}>
              <code>{parentKey}</code> {parent.title}
            </RecordLink>
          ),
        ],
        [t('clause.applicability'), isAssessable ? t(`clause.${applicability}`) : t('clause.heading')],
        [t('clause.justification'), justification],
      ]}
    />
  )
}

/** The page of a clause, with the controls that answer it and the claims that prove them. */
export const ClausePage = () => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const { clauseId } = route.useParams()
  const params = { path: { clauseId } }
  const { data: clause, error, refetch } = api.useQuery('get', '/api/workspace/clauses/{clauseId}', { params })
  if (error && !clause) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!clause) return <PageSkeleton />
  const { frameworkId, frameworkTitle, clauseKey, title, isAssessable, status, coverage } = clause
  const isOpen = status === 'active' && isAssessable
  const state = status === 'active' ? coverage.state : status
  return (
    <>
      <PageHeader
        title={`${clauseKey} ${title}`}
        {...(isAssessable && { titleExtra: <StatusBadge status={state} /> })}
        back={
          <AnchorLink to="/governance/frameworks/$frameworkId" params={{ frameworkId }} fz="sm">
            {frameworkTitle}
          </AnchorLink>
        }
      >
        {isOpen && can('updateClause') && <ChangeApplicability clause={clause} />}
      </PageHeader>
      <Stack>
        <WaitingApproval resourceId={clauseId} />
        <Section title={t('clause.facts')}>
          <ClauseFacts clause={clause} />
        </Section>
        {isAssessable && (
          <>
            <Section
              title={t('clause.answers')}
              actions={isOpen && can('addClauseControl') && <AddControl clause={clause} />}
            >
              <Answers clause={clause} />
            </Section>
            <Section title={t('clause.proofs')}>
              <ProofTable
                label={t('clause.proofs')}
                proofs={clause.proofs}
                empty={[t('clause.noProofs'), t('clause.noProofsText')]}
              />
            </Section>
          </>
        )}
      </Stack>
    </>
  )
}
