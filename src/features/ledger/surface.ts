/** Returns the surfaces of a ledger operation that both people and service accounts may call. */
export const ledgerSurfaces = (path: string) =>
  ({
    tag: 'Ledger',
    v1: { path: `/governance/ledger${path}`, scope: 'governance.ledger:read' },
    workspace: { path: `/ledger${path}`, roles: ['admin', 'auditor'] },
  }) as const
