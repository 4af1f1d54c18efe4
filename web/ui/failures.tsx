import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type CodedMessage, describeError, type ErrorEnvelope, errorId } from '#web/api/client.ts'
import { Empty } from './empty.tsx'
import { ButtonLink } from './links.tsx'
import { PageHeader } from './page-header.tsx'
import { Sentence } from './sentence.tsx'

/** The key of the app's own text for an error, if it has one. */
const ownTextOf = (error: Partial<ErrorEnvelope>, message: string) => {
  if (message === 'offline') return 'error.offline'
  if (error.error === 'precondition_failed') return 'changed.title'
  return error.confirm ? 'error.unconfirmed' : undefined
}

/** Whether the message only repeats the first issue. */
const isAboutFields = ({ code }: CodedMessage): boolean =>
  code === 'request.invalid' || code === 'request.invalid_field'

/** An error message, with the request id to find it in the log. */
export const ErrorNote = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  const { t } = useTranslation()
  if (!error) return null
  const { requestId, issues, ...problem } = describeError(error)
  const envelope: Partial<ErrorEnvelope> = Object(error)
  const ownText = ownTextOf(envelope, problem.message)
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle />} title={t('error.title')}>
      <Stack gap={4} align="flex-start">
        {!(issues && isAboutFields(problem)) && <Text>{ownText ? t(ownText) : <Sentence {...problem} />}</Text>}
        {issues && (
          <ul>
            {issues.map(({ path, ...issue }) => (
              <li key={path.join('.')}>
                <code>{path.join('.')}</code> <Sentence {...issue} />
              </li>
            ))}
          </ul>
        )}
        {requestId && (
          <Text size="xs" c="dimmed" ff="monospace">
            {t('error.request', { id: requestId })}
          </Text>
        )}
        {retry && !envelope.file && (
          <Button size="xs" variant="default" onClick={retry}>
            {t('actions.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('error.notFound')} />
      <Empty title={t('error.notFound')} text={t('error.notFoundText')}>
        <ButtonLink to="/" variant="default">
          {t('nav.home')}
        </ButtonLink>
      </Empty>
    </>
  )
}

export const Forbidden = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('error.forbidden')} />
      <Empty title={t('error.forbidden')} text={t('error.forbiddenText')} />
    </>
  )
}

/** Replaces a page that could not be shown. */
export const Crashed = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation()
  const router = useRouter()
  if (errorId(error) === 'not_found') return <NotFound />
  if (errorId(error) === 'forbidden_resource') return <Forbidden />
  return (
    <>
      <PageHeader title={t('error.crashed')} />
      <ErrorNote
        error={error}
        retry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </>
  )
}

/** Replaces a page whose data could not be read: not found, not for this role, or an error. */
export const ReadFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  if (errorId(error) === 'not_found') return <NotFound />
  if (errorId(error) === 'forbidden_resource') return <Forbidden />
  return <ErrorNote error={error} retry={retry} />
}
