import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'

interface Props {
  /** What is offered besides accepted claims. */
  readonly first: string
  /** Claims that are not offered. */
  readonly without: readonly string[]
  readonly value: string
  readonly onChange: (claimId: string) => void
}

const largestPage = 200

/** One of the newest accepted claims. */
export const ChooseClaim = ({ first, without, value, onChange }: Props) => {
  const { t } = useTranslation('findings')
  const query = { status: 'accepted', limit: largestPage } as const
  const { data } = api.useQuery('get', '/api/workspace/claims', { params: { query } })
  const claims = (data?.claims ?? []).filter(({ id }) => !without.includes(id))
  return (
    <NativeSelect
      data-autofocus
      label={t('proof.claim')}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: first },
        ...claims.map(({ id, claimKey, title }) => ({ value: id, label: `${claimKey} · ${title}` })),
      ]}
    />
  )
}
