import { PageHeader } from '#web/ui/page-header.tsx'

export const EndpointPage = () => <PageHeader title="EndpointPage" />
