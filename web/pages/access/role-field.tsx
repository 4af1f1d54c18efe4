import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import type { Role } from '#web/api/session.ts'

export const roles = enums.Person.role

interface Props {
  readonly label: string
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** Selects a role, and shows what each role may do. */
export const RoleField = ({ label, value, onChange }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={selected => onChange(roles.find(role => role === selected) ?? value)}
    >
      <Stack gap={6} mt={4}>
        {roles.map(role => (
          <Radio key={role} value={role} size="xs" label={common(`role.${role}`)} description={t(`roles.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
