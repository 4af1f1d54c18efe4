import { NativeSelect, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'

interface Props {
  readonly form: {
    getInputProps(path: 'groupsClaim' | 'groupsScope' | 'withoutGroup' | 'mapPeople'): GetInputPropsReturnType
  }
}

const { withoutGroup, mapPeople } = enums.IdentityProvider

/** The fields for the token claim that contains the groups, and for the people to whom the rules apply. */
export const GroupFields = ({ form }: Props) => {
  const { t } = useTranslation('access')
  return (
    <>
      <TextInput
        label={t('groups.claim')}
        description={t('groups.claimHint')}
        maxLength={200}
        {...form.getInputProps('groupsClaim')}
      />
      <TextInput
        label={t('groups.scope')}
        description={t('groups.scopeHint')}
        maxLength={200}
        {...form.getInputProps('groupsScope')}
      />
      <NativeSelect
        label={t('groups.mapPeople')}
        description={t('groups.mapPeopleHint')}
        data={mapPeople.map(value => ({ value, label: t(`groups.mapping.${value}`) }))}
        {...form.getInputProps('mapPeople')}
      />
      <NativeSelect
        label={t('groups.without')}
        data={withoutGroup.map(value => ({ value, label: t(`groups.withoutGroup.${value}`) }))}
        {...form.getInputProps('withoutGroup')}
      />
    </>
  )
}
