import { deciding } from './decide-approval.ts'

export const withdrawApproval = deciding({
  name: 'withdrawApproval',
  verb: 'withdraw',
  summary: 'Withdraw or decline the request of a change; nothing changes',
  roles: ['admin', 'reviewer', 'contributor'],
  status: 'withdrawn',
})
