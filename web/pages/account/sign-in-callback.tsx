import { PageHeader } from '#web/ui/page-header.tsx'

export const SignInCallback = () => <PageHeader title="SignInCallback" />
