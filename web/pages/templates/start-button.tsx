import { IconTemplate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { ButtonLink } from '#web/ui/links.tsx'

/** A link to the templates, for people who may create requirements from them. */
export const StartFromTemplates = ({ primary = false }: { primary?: boolean }) => {
  const { t } = useTranslation('templates')
  const can = useCan()
  if (!can('createFromTemplates')) return null
  return (
    <ButtonLink
      to="/evidence/templates"
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconTemplate size={16} aria-hidden />}
    >
      {t('start')}
    </ButtonLink>
  )
}
