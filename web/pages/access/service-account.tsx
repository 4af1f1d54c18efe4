import { PageHeader } from '#web/ui/page-header.tsx'

export const ServiceAccountPage = () => <PageHeader title="ServiceAccountPage" />
