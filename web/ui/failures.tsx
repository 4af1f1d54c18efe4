import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CodedMessage, describeError, type ErrorEnvelope, errorId } from '#web/api/client.ts'
import { ReplacedCode } from '#web/api/load-code.ts'
import { reloadOnce } from '#web/api/reload-once.ts'
import { useAutoRetry } from './auto-retry.ts'
import { ButtonLink } from './links.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageHeader } from './page-header.tsx'
import { Sentence } from './sentence.tsx'
import { PageSkeleton } from './skeletons.tsx'
import { usePathname } from './use-pathname.ts'

/** The key of the app's own text for an error, if it has one. */
const ownTextOf = (error: Partial<ErrorEnvelope>, message: string) => {
  if (message === 'offline') return 'error.offline'
  if (error.error === 'precondition_failed') return 'changed.title'
  return error.confirm ? 'error.unconfirmed' : undefined
}

/** Whether the message only repeats the first issue. */
const isAboutFields = ({ code }: CodedMessage): boolean =>
  code === 'request.invalid' || code === 'request.invalid_field'

interface TextProps {
  readonly error: unknown
  /** Shown between the message and the request id. */
  readonly children?: ReactNode
}

/** The message of an error in the user's language, with the request id to find it in the log. */
export const ErrorText = ({ error, children }: TextProps) => {
  const { t } = useTranslation()
  const { requestId, issues, ...problem } = describeError(error)
  const ownText = ownTextOf(Object(error), problem.message)
  return (
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
      {children}
      {requestId && (
        <Text size="xs" c="dimmed" ff="monospace">
          {t('error.request', { id: requestId })}
        </Text>
      )}
    </Stack>
  )
}

/** An error message. Automatically retries a read that may succeed later. */
export const ErrorNote = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  const { t } = useTranslation()
  const willRetry = useAutoRetry(error, retry)
  if (!error) return null
  const { file }: Partial<ErrorEnvelope> = Object(error)
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('error.title')}>
      <Stack gap={4} align="flex-start">
        <ErrorText error={error}>{willRetry && <Text>{t('error.retries')}</Text>}</ErrorText>
        {retry && !file && (
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
  // Guests can open only the room.
  const home = usePathname().startsWith('/room') ? '/room' : '/'
  return (
    <PageFrame>
      <PageHeader title={t('error.notFound')} description={t('error.notFoundText')} />
      <ButtonLink to={home} variant="default">
        {t('error.home')}
      </ButtonLink>
    </PageFrame>
  )
}

export const Forbidden = () => {
  const { t } = useTranslation()
  return (
    <PageFrame>
      <PageHeader title={t('error.forbidden')} description={t('error.forbiddenText')} />
    </PageFrame>
  )
}

/**
 * Replaces a page of an older build. Reloads the document, or offers a button if reloading would lose input or did not
 * help.
 */
const OutdatedPage = () => {
  const { t } = useTranslation()
  const [isLoading, setLoading] = useState(true)
  useEffect(() => setLoading(reloadOnce()), [])
  if (isLoading) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('newer.title')} description={t('newer.gone')} />
      <Button variant="default" onClick={() => location.reload()}>
        {t('newer.load')}
      </Button>
    </>
  )
}

/** Replaces a page that could not be shown. */
export const Crashed = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation()
  const router = useRouter()
  if (errorId(error) === 'not_found') return <NotFound />
  if (errorId(error) === 'forbidden_resource') return <Forbidden />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PageFrame>
      {error instanceof ReplacedCode ? (
        <OutdatedPage />
      ) : (
        <>
          <PageHeader title={t('error.crashed')} description={t('error.crashedText')} />
          <ErrorNote error={error} retry={retry} />
        </>
      )}
    </PageFrame>
  )
}

/** Replaces a page whose data could not be read: not found, not for this role, or an error. */
export const ReadFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  if (errorId(error) === 'not_found') return <NotFound />
  if (errorId(error) === 'forbidden_resource') return <Forbidden />
  return <ErrorNote error={error} retry={retry} />
}
