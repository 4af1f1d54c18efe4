import { Badge, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Question } from './model.ts'

const Limits = ({ question: { kind, least, most } }: { question: Question }) => {
  const { t } = useTranslation('questionnaires')
  const limits = [
    least !== null && `${t(`bounds.${kind}.least` as 'bounds.text.least')}: ${least}`,
    most !== null && `${t(`bounds.${kind}.most` as 'bounds.text.most')}: ${most}`,
  ].filter(Boolean)
  return limits.length > 0 ? (
    <Text size="sm" c="dimmed">
      {limits.join(' · ')}
    </Text>
  ) : null
}

/** The questions of a version, as people see them. */
export const QuestionList = ({ questions }: { questions: readonly Question[] }) => {
  const { t } = useTranslation('questionnaires')
  return (
    <List type="ordered" spacing="md">
      {questions.map(question => (
        <List.Item key={question.questionKey}>
          <Stack gap={4}>
            <Group gap="xs">
              <Text fw={500}>{question.title}</Text>
              <Badge variant="light">{t(`kind.${question.kind}`)}</Badge>
              {question.isRequired && <Badge variant="default">{t('question.required')}</Badge>}
            </Group>
            {question.help && (
              <Text size="sm" c="dimmed" className="as-written">
                {question.help}
              </Text>
            )}
            {question.choices.length > 0 && <Text size="sm">{question.choices.join(' · ')}</Text>}
            <Limits question={question} />
          </Stack>
        </List.Item>
      ))}
    </List>
  )
}
