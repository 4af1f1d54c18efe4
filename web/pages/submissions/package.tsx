import { PageHeader } from '#web/ui/page-header.tsx'

export const PackagePage = () => <PageHeader title="PackagePage" />
