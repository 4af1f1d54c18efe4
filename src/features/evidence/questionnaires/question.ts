import { type Static, Type } from 'typebox'
import type { Issue } from '#http/errors.ts'
import { Line, Nullable } from '#http/schema.ts'
import { atLeast, atLeastItems, atMost, notOfKind } from '#http/sentences.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { kindOf, type QuestionKind, questionKinds } from './question-kinds.ts'

/** The maximum number of questions in a version. */
const maxQuestions = 200

const fields = {
  questionKey: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$',
    patternMessage: sentence`field.question_key: must be at most 50 letters, digits, hyphens and underscores`,
    description: 'The key of the answers, unique in the version. Keep it for the same question in later versions.',
  }),
  kind: Type.Enum(Object.keys(questionKinds) as QuestionKind[]),
  title: Line(500, 'The question itself.'),
  help: Nullable(Line(2000, 'Help for answering it.')),
  isRequired: Type.Boolean({ description: 'Whether a submitted response must answer the question.' }),
  choices: Type.Array(Line(200), {
    maxItems: 50,
    uniqueItems: true,
    description: 'At least two choices for a choice question; empty for other kinds.',
  }),
  least: Nullable(
    Type.Number({
      description: 'The smallest number; for text, the minimum number of characters; for several choices, of choices.',
    }),
  ),
  most: Nullable(
    Type.Number({
      description: 'The largest number; for text, the maximum number of characters; for several choices, of choices.',
    }),
  ),
}

export const Question = Type.Object(fields, { title: 'Question' })

export type Question = Static<typeof Question>

const { help, choices, least, most, ...required } = fields

/** A question as callers send it. */
const QuestionInput = Type.Object(
  {
    ...required,
    help: Type.Optional(help),
    choices: Type.Optional(choices),
    least: Type.Optional(least),
    most: Type.Optional(most),
  },
  { title: 'QuestionInput' },
)

export const Questions = Type.Array(QuestionInput, {
  minItems: 1,
  maxItems: maxQuestions,
  description: 'All questions of the version, in order.',
})

type Problem = readonly [field: keyof Question, problem: Sentence]

/** Checks a bound against the range that the question's kind allows, if it allows bounds at all. */
const findBoundProblem = ({ kind, ...question }: Question, name: 'least' | 'most'): Problem[] => {
  const { bounds } = kindOf(kind)
  const bound = question[name]
  if (bound === null) return []
  if (!bounds) return [[name, notOfKind(kind)]]
  if (bounds.isCount && !Number.isInteger(bound)) return [[name, sentence`field.whole_number: must be a whole number`]]
  if (bound < bounds.least) return [[name, atLeast(bounds.least)]]
  if (bound > bounds.most) return [[name, atMost(bounds.most)]]
  return name === 'most' && question.least !== null && bound < question.least ? [[name, atLeast(question.least)]] : []
}

const findProblems = (question: Question): Problem[] => {
  const { kind, choices } = question
  const { hasChoices } = kindOf(kind)
  const problems: Problem[] = [...findBoundProblem(question, 'least'), ...findBoundProblem(question, 'most')]
  if (hasChoices && choices.length < 2) problems.push(['choices', atLeastItems(2)])
  if (!hasChoices && choices.length > 0) problems.push(['choices', notOfKind(kind)])
  return problems
}

/** Adds defaults to the questions of a request, and lists the problems of each. */
export const readQuestions = (input: Static<typeof Questions>): { questions: Question[]; issues: Issue[] } => {
  const defaults = { help: null, choices: [], least: null, most: null }
  const questions = input.map(question => ({ ...defaults, ...question }))
  const issues: Issue[] = []
  const keys = new Set<string>()
  for (const [i, question] of questions.entries()) {
    const { questionKey } = question
    if (keys.has(questionKey))
      issues.push({
        path: ['questions', i, 'questionKey'],
        problem: sentence`field.question_key_taken: is already used by an earlier question`,
      })
    keys.add(questionKey)
    for (const [field, problem] of findProblems(question)) issues.push({ path: ['questions', i, field], problem })
  }
  return { questions, issues }
}

const fieldNames = Object.keys(fields)

/** Renders exactly the fields of the questions, in order, so the same questions always yield the same text. */
export const renderQuestions = (questions: readonly Question[]): string => JSON.stringify(questions, fieldNames)

/** Reads the result of `renderQuestions`. */
export const parseQuestions = (text: string): Question[] => JSON.parse(text)
