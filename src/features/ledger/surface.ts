/** The operations of the ledger that both people and machines may call. */
export const ledgerSurfaces = (path: string) =>
  ({
    tag: 'Ledger',
    v1: { path: `/governance/ledger${path}`, scope: 'governance.ledger:read' },
    workspace: { path: `/ledger${path}`, roles: ['admin', 'auditor'] },
  }) as const
