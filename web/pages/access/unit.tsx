import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { Section } from '#web/ui/section.tsx'
import { WriteUnit } from './unit-dialog.tsx'
import { UnitMembers } from './unit-members.tsx'

const route = getRouteApi('/app/access/units/$unitId')

const Buttons = ({ unit }: { unit: Schemas['ListedUnit'] }) => {
  const { t } = useTranslation('access')
  return (
    <>
      <WriteUnit unit={unit} />
      <NextStatuses
        operation="updateUnit"
        record={unit}
        statuses={[unit.status === 'active' ? ('closed' as const) : ('active' as const)]}
        texts={status => ({
          button: t(`units.to.${status}`),
          title: t(`units.to.${status}`),
          text: t(`units.toText.${status}`),
        })}
      />
    </>
  )
}

/** The page of a unit. */
export const UnitPage = () => {
  const { t } = useTranslation('access')
  const { unitId } = route.useParams()
  const can = useCan()
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/units/{unitId}', { params: { path: { unitId } } })}
      list={linkOptions({ to: '/access/units' })}
      listTitle={t('units.title')}
      buttons={unit => can('updateUnit') && <Buttons unit={unit} />}
    >
      {unit => (
        <Stack>
          <Section title={t('units.facts')}>
            <RecordFacts
              fields={fields.Unit}
              labels={{ unitKey: t('units.key'), description: t('units.about') }}
              record={unit}
              extraRows={[[t('units.about'), unit.description === '' && t('units.noAbout')]]}
            />
          </Section>
          <UnitMembers unitId={unitId} />
        </Stack>
      )}
    </RecordDetail>
  )
}
