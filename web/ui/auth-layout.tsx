import { Alert, Box, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWindowTitle } from './window-title.ts'

const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

/** The layout of pages outside a session: one card, with a warning if input can be read in transit. */
export const AuthLayout = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation()
  useWindowTitle(title)
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={400} maw="100%">
        <Stack>
          <Box>
            <img src="/icon.svg" width={36} height={36} alt={t('product')} />
            <Title order={1} mt="xs">
              {title}
            </Title>
          </Box>
          {location.protocol === 'http:' && !isThisMachine && (
            <Alert color="red" icon={<IconAlertTriangle />}>
              <Text size="sm">{t('insecure')}</Text>
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
