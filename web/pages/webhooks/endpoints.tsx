import { PageHeader } from '#web/ui/page-header.tsx'

export const Endpoints = () => <PageHeader title="Endpoints" />
