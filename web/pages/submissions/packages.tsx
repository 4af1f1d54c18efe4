import { PageHeader } from '#web/ui/page-header.tsx'

export const Packages = () => <PageHeader title="Packages" />
