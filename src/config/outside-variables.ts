import { checkpointBucket, witnessAddresses } from '#lib/checkpoint-places.ts'
import { directory, hostAddress, readableFile } from '#lib/variable-values.ts'
import type { Variables } from '#lib/variables.ts'

/** The variables for the external places that keep checkpoints of the ledger, and for the e-seal of bundles. */
export const outsideVariables = {
  checkpointDir: {
    name: 'PROBATA_CHECKPOINT_DIR',
    says: 'a folder on another machine that keeps checkpoints of the audit trail',
    example: '/mnt/archive/probata',
    parse: directory,
  },
  checkpointS3: {
    name: 'PROBATA_CHECKPOINT_S3',
    says: 'a bucket that keeps checkpoints; retain locks each one for that time',
    example: 's3://archive/probata?retain=3650d&region=eu-central-1',
    parse: checkpointBucket,
  },
  checkpointS3KeyFile: {
    name: 'PROBATA_CHECKPOINT_S3_KEY_FILE',
    says: 'a file of mode 0600 with the access key of that bucket, as JSON',
    example: '/etc/probata/checkpoint-s3.json',
    parse: readableFile,
  },
  tsaUrl: {
    name: 'PROBATA_TSA_URL',
    says: 'a time-stamp authority (RFC 3161) for checkpoints and bundles',
    example: 'https://tsa.example.com/tsr',
    parse: hostAddress('https', 'http'),
  },
  tsaCa: {
    name: 'PROBATA_TSA_CA',
    says: 'a PEM file with the root certificates that verify its time-stamps',
    example: '/etc/probata/tsa-roots.pem',
    parse: readableFile,
  },
  witnesses: {
    name: 'PROBATA_WITNESSES',
    says: 'witnesses that cosign checkpoints: key and address, separated by semicolons',
    example: '"witness.example.com+6b9d2f1c+BHz… https://witness.example.com"',
    parse: witnessAddresses,
  },
  esealFile: {
    name: 'PROBATA_ESEAL_FILE',
    says: 'your e-seal for bundles, as PKCS#12 with an RSA or P-256 key',
    example: '/etc/probata/seal.p12',
    parse: readableFile,
  },
  esealPasswordFile: {
    name: 'PROBATA_ESEAL_PASSWORD_FILE',
    says: 'a file of mode 0600 with the password of that file',
    absent: 'an empty password',
    example: '/etc/probata/seal.password',
    parse: readableFile,
  },
} as const satisfies Variables
