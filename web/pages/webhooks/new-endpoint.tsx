import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { Forbidden, ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { secretOf } from './webhook.ts'

const route = getRouteApi('/app/webhooks/new')
const empty: EndpointFields = { url: '', name: '', description: '', events: [], rotationIntervalDays: 90 }

export const NewEndpoint = () => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const can = useCan()
  const navigate = route.useNavigate()
  const refresh = useRefresh()
  const settings = api.useQuery('get', '/api/workspace/webhook-settings')
  const create = api.useMutation('post', '/api/workspace/webhooks')
  const [created, setCreated] = useState<{ id: string; secret: string | undefined }>()

  if (!can('createWebhook')) return <Forbidden />
  if (settings.isPending) return <PageSkeleton />
  if (settings.error) return <ReadFailure error={settings.error} retry={settings.refetch} />
  const { webhookForm: form } = settings.data
  const show = (webhookId: string) => navigate({ to: '/webhooks/$webhookId', params: { webhookId } })

  const onSubmit = async ({ name, events, ...fields }: EndpointFields, reason: string) => {
    const nameField = form === 'versioned' && name !== '' ? { name } : {}
    const response = await create.mutateAsync({ body: { ...fields, ...nameField, events: [...events], reason } })
    await refresh()
    const secret = secretOf(response)
    // Only the first response has the secret; the response to a repeated request does not.
    if (secret === undefined) await show(response.webhook.id)
    else setCreated({ id: response.webhook.id, secret })
  }

  return (
    <>
      <PageHeader
        title={t('new.title')}
        description={t(`new.form.${form}`)}
        back={
          <AnchorLink to="/webhooks" size="sm">
            {t('list.title')}
          </AnchorLink>
        }
      />
      <EndpointForm form={form} initial={empty} submit={t('new.submit')} onSubmit={onSubmit}>
        <ButtonLink to="/webhooks" variant="default">
          {common('actions.cancel')}
        </ButtonLink>
      </EndpointForm>
      <SigningSecret secret={created?.secret} onStored={() => created && show(created.id)} />
    </>
  )
}
