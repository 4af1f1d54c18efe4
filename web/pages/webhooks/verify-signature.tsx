import { PageHeader } from '#web/ui/page-header.tsx'

export const VerifySignature = () => <PageHeader title="VerifySignature" />
