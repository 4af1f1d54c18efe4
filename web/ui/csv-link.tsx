import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Downloads a table; the server names the file. */
export const CsvLink = ({ href }: { href: string }) => {
  const { t } = useTranslation()
  return (
    <Button
      component="a"
      href={href}
      download=""
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {t('actions.csv')}
    </Button>
  )
}
