import { useTranslation } from 'react-i18next'
import type { BodyOf, PathOf } from '#web/api/act.ts'
import type { Versioned } from '#web/api/version.ts'
import { Act } from '#web/ui/act.tsx'

interface Props<Name extends 'removeClauseControl' | 'removeControlRequirement'> {
  readonly operation: Name
  /** The record that has the link, with its version. */
  readonly record: Versioned
  readonly path: PathOf<Name>
  readonly title: string
  /** The title of the linked record. */
  readonly linkedTitle: string
  /** The request to a second person, if the removal needs one. */
  readonly approval?: BodyOf<'requestApproval'>
}

/** A button that removes a link between two records. */
export const RemoveLink = <Name extends 'removeClauseControl' | 'removeControlRequirement'>(props: Props<Name>) => {
  const { operation, record, path, title, linkedTitle, approval } = props
  const { t } = useTranslation('frameworks')
  const { t: approvals } = useTranslation('approvals')
  const buttonProps = { label: t('remove'), name: `${t('remove')} ${linkedTitle}`, title }
  if (!approval) return <Act operation={operation} {...Object({ record, path })} {...buttonProps} text={linkedTitle} />
  const text = `${linkedTitle}. ${approvals('requestText')}`
  return (
    <Act operation="requestApproval" body={approval} {...buttonProps} about={approval.linkedId ?? ''} text={text} />
  )
}
