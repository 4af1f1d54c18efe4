export const acme = 'org_01K0000000000000000000000A'
export const globex = 'org_01K0000000000000000000000B'
