import { authoritiesIn } from '#lib/authorities.ts'
import { noProxy, proxyAddress } from '#lib/guarded/proxy.ts'
import type { Variables } from '#lib/variables.ts'

/** The variables for outbound connections. */
export const egressVariables = {
  httpsProxy: {
    name: 'HTTPS_PROXY',
    also: 'https_proxy',
    says: 'the proxy for https to receivers, providers, buckets and outside places',
    absent: 'none: direct connections',
    example: 'http://user:password@proxy.example.com:3128',
    secret: true,
    parse: proxyAddress,
  },
  httpProxy: {
    name: 'HTTP_PROXY',
    also: 'http_proxy',
    says: 'the proxy for plain http, if a network allows it',
    absent: 'none: direct connections',
    example: 'http://proxy.example.com:3128',
    secret: true,
    parse: proxyAddress,
  },
  noProxy: {
    name: 'NO_PROXY',
    also: 'no_proxy',
    says: 'names, addresses and networks to connect to without the proxy',
    absent: 'none; this machine never needs the proxy',
    example: 'vault.example.com,.internal.example.com,10.0.0.0/8',
    parse: noProxy,
  },
  authorities: {
    name: 'PROBATA_CA_FILE',
    says: 'a PEM file of private authorities that every outbound connection also trusts',
    absent: "Node's public authorities, and NODE_EXTRA_CA_CERTS",
    example: '/etc/probata/company-ca.pem',
    parse: authoritiesIn,
  },
} as const satisfies Variables
