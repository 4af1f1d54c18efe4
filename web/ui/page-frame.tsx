import { Box, Container } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'

const Framed = createContext(false)

/** Marks the content of a shell, which has the main landmark. */
export const InShell = ({ children }: { children: ReactNode }) => <Framed value={true}>{children}</Framed>

/** Shows a page in its shell, or with its own main landmark if there is no shell. */
export const PageFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  if (useContext(Framed)) return children
  return (
    <Container component="main" size="sm" py="xl">
      <Box mb="md">
        <img src="/icon.svg" width={36} height={36} alt={t('product')} />
      </Box>
      <InShell>{children}</InShell>
    </Container>
  )
}
