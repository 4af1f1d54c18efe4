import { Button, Group, Progress, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/display.ts'
import { ErrorText } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'

export interface Refused {
  readonly key: string
  readonly name: string
  readonly link: LinkProps | undefined
  readonly error: unknown
}

export interface BulkRun {
  readonly title: string
  readonly total: number
  readonly done: number
  readonly refused: readonly Refused[]
  readonly state: 'running' | 'cancelling' | 'ended'
}

interface Props {
  readonly run: BulkRun
  readonly onCancel: () => void
  readonly onClose: () => void
}

/** The progress of an action on many records, then its result, which stays until the person closes it. */
export const BulkProgress = ({ run, onCancel, onClose }: Props) => {
  const { t } = useTranslation('lists')
  const { number } = useFormat()
  const { title, total, done, refused, state } = run
  const notSent = total - done - refused.length
  const isEnded = state === 'ended'
  const sentences = [
    t('bulk.done', { done: number(done), total: number(total) }),
    refused.length > 0 && t('bulk.refused', { count: refused.length }),
    isEnded && notSent > 0 && t('bulk.notSent', { count: notSent }),
  ]
  return (
    <section className="bulk-progress" aria-label={title}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {isEnded ? (
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('bulk.close')}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={onCancel} disabled={state === 'cancelling'}>
            {t('bulk.cancel')}
          </Button>
        )}
      </Group>
      {!isEnded && (
        <Progress value={((done + refused.length) / total) * 100} my={6} aria-label={title} animated={false} />
      )}
      <Text size="sm" role="status">
        {sentences.filter(Boolean).join(' ')}
      </Text>
      {refused.length > 0 && (
        <ul className="bulk-refused">
          {refused.map(({ key, name, link, error }) => (
            <li key={key}>
              {link ? (
                <AnchorLink {...link} fz="sm">
                  {name}
                </AnchorLink>
              ) : (
                <Text size="sm" component="span">
                  {name}
                </Text>
              )}
              <ErrorText error={error} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
