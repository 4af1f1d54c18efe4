import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan, useSession } from '#web/api/session.ts'
import type { Versioned } from '#web/api/version.ts'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { DeputyDialog } from './deputy-dialog.tsx'

type Setting = Schemas['Deputy']

/** Names the work that the deputy cannot take over, and the reason why no one may get it. */
const Warnings = ({ setting: { deputy, uncovered, isAbsent } }: { setting: Setting }) => {
  const { t } = useTranslation('deputies')
  const { t: work } = useTranslation('work')
  const format = useFormat()
  const problems = [
    deputy?.status === 'disabled' && t('deputyDisabled', { name: deputy.name }),
    deputy?.absentUntil && t('deputyAbsent', { name: deputy.name, date: format.day(deputy.absentUntil) }),
  ].filter(problem => typeof problem === 'string')
  const isListed = (deputy !== null || isAbsent) && uncovered !== null && uncovered.length > 0
  if (problems.length === 0 && !isListed) return null
  return (
    <Alert icon={<IconAlertTriangle />}>
      {problems.map(problem => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
      {isListed && (
        <>
          <Text size="sm">{t(deputy ? 'uncovered' : 'uncoveredAll')}</Text>
          <ul>
            {uncovered.map(({ kind, count, more }) => (
              <li key={kind}>
                {work(`kinds.${kind}`)}: {more ? work('atLeast', { number: count }) : count}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

interface Props {
  readonly personId: string
  /** The version of the person, for an administrator who changes the setting of another person. */
  readonly person?: Versioned
}

/** A person's deputy and absence, with a button to change them. */
export const DeputySetting = ({ personId, person }: Props) => {
  const { t } = useTranslation('deputies')
  const can = useCan()
  const format = useFormat()
  const isOwn = useSession().person.id === personId
  const { openCount, opened, open, close } = useOpening()
  const params = { path: { personId }, query: { with: 'uncovered' as const } }
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/people/{personId}/deputy', { params })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Lines count={2} />
  const { deputy, always, absentFrom, absentUntil, deputyFor } = data
  const dates =
    absentFrom && absentUntil
      ? t('dates', { from: format.day(absentFrom), until: format.day(absentUntil) })
      : t('noDates')
  return (
    <Stack gap="sm" align="flex-start">
      <FactList
        entries={[
          [t('deputy'), deputy ? `${deputy.name}${always ? ` (${t('alwaysShort')})` : ''}` : t('none')],
          [t('absence'), dates],
          [t('deputyFor'), deputyFor.length > 0 && format.list(deputyFor.map(({ name }) => name))],
        ]}
      />
      <Warnings setting={data} />
      {(isOwn || (person && can('setPersonDeputy'))) && (
        <Button variant="default" aria-haspopup="dialog" onClick={open}>
          {t('change')}
        </Button>
      )}
      <DeputyDialog
        key={openCount}
        setting={data}
        person={isOwn ? undefined : person}
        opened={opened}
        onClose={close}
      />
    </Stack>
  )
}
