import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { AnchorLink } from '#web/ui/links.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'

interface Props {
  readonly secret: string | undefined
  readonly onStored: () => void
  readonly children?: ReactNode
}

/** Shows a new signing secret once, and how to use it. */
export const SigningSecret = ({ secret, onStored, children }: Props) => {
  const { t } = useTranslation('webhooks')
  return (
    <SecretOnce secret={secret} label={t('secret.label')} onStored={onStored}>
      {children}
      <Text size="sm">
        <Trans
          t={t}
          i18nKey="secret.how"
          components={{
            verify: <AnchorLink to="/webhooks/verify" target="_blank" underline="always" inherit />,
            docs: <Anchor href="/docs/" target="_blank" underline="always" inherit />,
          }}
        />
      </Text>
    </SecretOnce>
  )
}
