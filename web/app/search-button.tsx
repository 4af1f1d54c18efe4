import { Text, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Opens the command palette; looks like the field that it opens. */
export const SearchButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation()
  return (
    <UnstyledButton className="search-button" aria-haspopup="dialog" onClick={onClick}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <Text span size="sm" truncate flex={1}>
        {t('nav.find')}
      </Text>
    </UnstyledButton>
  )
}
