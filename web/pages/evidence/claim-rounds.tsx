import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { AnswerQuestion } from './ask-for-more.tsx'
import type { Claim } from './queries.ts'

type Question = Schemas['ClaimQuestion']
type Approval = Schemas['ReviewApproval']

const QuestionEntry = ({ question }: { readonly question: Question }) => {
  const { t } = useTranslation('rounds')
  const { status, askedByName, askedAt, answeredByName, answeredBy, answer, files, closedAt, endedBy, waitsFor } =
    question
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t('questions.askedBy', { name: askedByName })}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={askedAt} />
        </Text>
        <Badge variant="light" color={status === 'open' ? 'yellow' : 'gray'}>
          {t(`questions.states.${status}`)}
        </Badge>
      </Group>
      <Text size="sm" className="as-written">
        {question.question}
      </Text>
      {status === 'open' && (
        <Text size="sm" c="dimmed">
          {waitsFor ? t('questions.waitsFor', { name: waitsFor.name }) : t('questions.waitsForAdministrators')}
        </Text>
      )}
      {status === 'answered' && (
        <>
          <Group gap="xs" mt={4}>
            <Text size="sm" fw={600}>
              {t('questions.answeredBy', { name: answeredByName ?? answeredBy })}
            </Text>
            <Text size="xs" c="dimmed">
              {closedAt && <Time at={closedAt} />}
            </Text>
          </Group>
          {answer !== null && (
            <Text size="sm" className="as-written">
              {answer}
            </Text>
          )}
          {files > 0 && (
            <Text size="sm" c="dimmed">
              {t('questions.files', { count: files })}
            </Text>
          )}
        </>
      )}
      {endedBy !== null && (
        <Text size="sm" c="dimmed">
          {t(`questions.ended.${endedBy}`)}
        </Text>
      )}
    </li>
  )
}

/** The questions to the submitter of a claim, with the buttons for the open one. */
const Questions = ({ claim }: { readonly claim: Claim }) => {
  const { t } = useTranslation('rounds')
  const { questions } = claim
  if (questions.length === 0) return null
  return (
    <Section
      title={t('questions.title')}
      actions={
        <Group gap="xs">
          {claim.mayWithdrawQuestion && (
            <Act
              operation="withdrawClaimQuestion"
              record={claim}
              label={t('withdraw.open')}
              text={t('withdraw.text')}
              done={t('withdraw.done')}
            />
          )}
          <AnswerQuestion claim={claim} />
        </Group>
      }
    >
      <Stack component="ol" gap="sm" className="plain-list" aria-label={t('questions.title')}>
        {questions.map(question => (
          <QuestionEntry key={question.id} question={question} />
        ))}
      </Stack>
    </Section>
  )
}

const ApprovalEntry = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation('rounds')
  const { reviewerName, approvedAt, reason, selfDecided, voidReason } = approval
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={600} {...(voidReason && { td: 'line-through' })}>
          {reviewerName}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={approvedAt} />
        </Text>
        {selfDecided && <Badge variant="light">{t('approvals.selfDecided')}</Badge>}
      </Group>
      <Text size="sm" className="as-written">
        {reason}
      </Text>
      {voidReason && <Text size="sm">{t(`approvals.void.${voidReason}`)}</Text>}
    </li>
  )
}

/** The approvals of a claim that needs several. */
const Approvals = ({ claim }: { readonly claim: Claim }) => {
  const { t } = useTranslation('rounds')
  const { needed, given, list } = claim.approvals
  if (needed === 1 && list.length === 0) return null
  return (
    <Section title={t('approvals.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('approvals.count', { given, needed })}</Text>
        {claim.review.approved && <Text size="sm">{t('approvals.yours')}</Text>}
        {claim.review.whyNot === 'self_decided' && <Text size="sm">{t('approvals.other')}</Text>}
        {list.length > 0 && (
          <Stack component="ol" gap="sm" className="plain-list" aria-label={t('approvals.title')}>
            {list.map(approval => (
              <ApprovalEntry key={approval.id} approval={approval} />
            ))}
          </Stack>
        )}
      </Stack>
    </Section>
  )
}

/** The approvals of a claim and the questions about it. Nothing for most claims, which need one approval. */
export const ClaimRounds = ({ claim }: { readonly claim: Claim }) => (
  <>
    <Approvals claim={claim} />
    <Questions claim={claim} />
  </>
)
