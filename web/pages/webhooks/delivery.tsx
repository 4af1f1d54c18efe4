import { PageHeader } from '#web/ui/page-header.tsx'

export const DeliveryPage = () => <PageHeader title="DeliveryPage" />
