import { PageHeader } from '#web/ui/page-header.tsx'

export const NewEndpoint = () => <PageHeader title="NewEndpoint" />
