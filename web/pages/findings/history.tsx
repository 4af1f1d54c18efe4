import { useTranslation } from 'react-i18next'
import type { findings } from '#web/i18n/en/findings.ts'
import { History } from '#web/ui/history.tsx'
import { usePages } from '#web/ui/pages.ts'

type Action = keyof (typeof findings)['history']['actions']

const actionNames: Readonly<Record<string, Action>> = {
  'finding.create': 'create',
  'finding.update': 'update',
  'finding.assign': 'assign',
  'finding.start': 'start',
  'finding.remediate': 'remediate',
  'finding.resolve': 'resolve',
  'finding.accept': 'accept',
  'finding.invalidate': 'invalidate',
  'finding.reopen': 'reopen',
  'finding.scan': 'scan',
  'finding.proof.add': 'link',
  'finding.proof.remove': 'unlink',
}

/** The history of a finding from the audit trail, newest first. */
export const FindingHistory = ({ findingId }: { findingId: string }) => {
  const { t } = useTranslation('findings')
  const pages = usePages('/api/workspace/findings/{findingId}/history', { path: { findingId } }, page => page.history)
  const actionOf = (action: string): string => {
    const name = Object.hasOwn(actionNames, action) ? actionNames[action] : undefined
    return name ? t(`history.actions.${name}`) : action
  }
  return <History pages={pages} actionOf={actionOf} />
}
