import { TimeZone } from '@readroom/contracts/core/time-zone'
import { readSealKey, type SealKey } from '@readroom/pdf/seal'
import { archivePassword, readEnvironment } from '@readroom/process/environment'
import { MetricsEnv } from '@readroom/process/metrics'
import { TracesEnv } from '@readroom/process/traces'
import { StorageEnv } from '@readroom/storage/storage-env'
import { z } from 'zod'
import { hospitalNetworks, type Place } from './core/places.ts'
import type { WorklistTls } from './orders/modality-worklists/worklist-messages.ts'

/** The worker's environment variables. */
export const Env = StorageEnv.extend({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** Become parts of the two addresses. */
  DATABASE_PASSWORD: z.string().optional(),
  REDIS_PASSWORD: z.string().optional(),
  ORTHANC_URL: z.url({ protocol: /^https?$/ }),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: archivePassword.default(''),
  /** The folder of the image archive's files, as seen from here. Without it, the free room on its disk and its refusals are unknown. */
  ORTHANC_STORAGE_DIR: z.string().optional(),
  /** The portal's address for browsers: in download links of the local storage, and in mails. */
  PUBLIC_URL: z.url(),
  /** The server that mail goes through, with its credentials. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of mails: an address, or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an address, or a name with an <address>')
    .optional(),
  /** Whom mails tell to ask; without it, the administrator. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Milliseconds between two looks at the archive's change log. */
  INTAKE_POLL_MS: z.coerce.number().int().min(50).max(60_000).default(500),
  /** A study is complete after this long without a new image. */
  SETTLE_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
  /** Between two sweeps, which compare the whole archive with the database. */
  SWEEP_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  /** The policy for new studies of AE titles that no laboratory has registered: taken in for administrators alone, or set aside. */
  INTAKE_UNKNOWN_AE: z.enum(['accept', 'refuse']).default('accept'),
  /** The number of requests to the image archive that sweeps make in a minute. The default compares 100,000 studies in well under a day. */
  SWEEP_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(70),
  /** A finished ZIP can be downloaded for this many days. */
  ZIP_EXPIRES_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Studies that settled within this many days have their ZIP built ahead. */
  ZIP_PREBUILD_DAYS: z.coerce.number().int().min(0).max(365).default(3),
  /** IANA zone in which times are printed in reports: that of the API. */
  CLINIC_TIME_ZONE: TimeZone.default('UTC'),
  /** The key and certificate that reports are sealed with: a PKCS #12 file in base64. Without it they are not sealed. */
  REPORT_SEAL_P12: z.base64().default(''),
  REPORT_SEAL_PASSWORD: z.string().default(''),
  /** The address on which the ports of HL7 connections are opened. Without it none is. */
  HL7_HOST: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** The certificate and key of HL7 connections with TLS: PEM in base64. */
  HL7_TLS_CERTIFICATE: z.base64().default(''),
  HL7_TLS_KEY: z.base64().default(''),
  /** The address and the port on which scanners read their worklist. Without an address the port is closed. */
  WORKLIST_HOST: z.union([z.ipv4(), z.ipv6()]).optional(),
  WORKLIST_PORT: z.coerce.number().int().min(1).max(65_535).default(4243),
  /** The port with TLS, which is open once there are a certificate and its key: PEM in base64. */
  WORKLIST_TLS_PORT: z.coerce.number().int().min(1).max(65_535).default(2762),
  WORKLIST_TLS_CERTIFICATE: z.base64().default(''),
  WORKLIST_TLS_KEY: z.base64().default(''),
  /** The authority of scanners' certificates, PEM in base64: nobody without a certificate of it, or of a scanner, is let in. */
  WORKLIST_TLS_CLIENT_CA: z.base64().default(''),
  /** Opens the secrets of webhooks. It must equal the API's. */
  RESULTS_KEY: z.preprocess((text) => text || undefined, z.string().min(32).optional()),
  /** The folder below which results are written for destinations of that kind. */
  RESULTS_FOLDER: z.preprocess((text) => text || undefined, z.string().optional()),
  /** The private networks in which destinations of results may be: addresses and CIDR, separated by commas. */
  RESULTS_NETWORKS: z
    .string()
    .default(hospitalNetworks.join(','))
    .transform((text) =>
      text
        .split(',')
        .map((network) => network.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  /** Further services of ours, `host:port`, separated by commas: no destination or scanner may be one of them. */
  OWN_SERVICES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((place) => place.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^\S+:\d{1,5}$/, 'must be host:port'))),
  ...MetricsEnv.shape,
  ...TracesEnv.shape,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Config = z.infer<typeof Env>

/** The sender of all mails: as configured, or nobody's address at the portal's host. */
export const mailSender = ({ MAIL_FROM, PUBLIC_URL }: Config) =>
  MAIL_FROM ?? `Readroom <no-reply@${new URL(PUBLIC_URL).hostname}>`

/** Null if nothing is to be sealed. Throws if the key cannot be read with its password. */
export function sealKeyOf({ REPORT_SEAL_P12, REPORT_SEAL_PASSWORD }: Config): SealKey | null {
  if (REPORT_SEAL_P12 === '') return null
  return readSealKey(Buffer.from(REPORT_SEAL_P12, 'base64'), REPORT_SEAL_PASSWORD)
}

const pemOf = (base64: string) => Buffer.from(base64, 'base64').toString('utf8')

function identityOf(certificate: string, key: string): { cert: string; key: string } | null {
  return certificate === '' || key === '' ? null : { cert: pemOf(certificate), key: pemOf(key) }
}

/** Returns our side of TLS for HL7 connections, or null if it is not set. */
export const hl7IdentityOf = ({ HL7_TLS_CERTIFICATE, HL7_TLS_KEY }: Config) => identityOf(HL7_TLS_CERTIFICATE, HL7_TLS_KEY)

/** Returns our side of TLS towards scanners, or null if it is not set. */
export const worklistIdentityOf = ({ WORKLIST_TLS_CERTIFICATE, WORKLIST_TLS_KEY }: Config) =>
  identityOf(WORKLIST_TLS_CERTIFICATE, WORKLIST_TLS_KEY)

/** Returns the port with TLS of modality worklists, or null if it is not set. */
export function worklistTlsOf(config: Config): WorklistTls | null {
  const identity = worklistIdentityOf(config)
  if (identity === null) return null
  const { WORKLIST_TLS_PORT: port, WORKLIST_TLS_CLIENT_CA: authority } = config
  return { port, ...identity, clientAuthority: authority === '' ? null : pemOf(authority) }
}

/** The usual ports of the services whose addresses have none. */
const usualPorts: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'http:': 80,
  'https:': 443,
  'smtp:': 25,
  'smtps:': 465,
}
const archiveDicomPort = 4242

function placeOf(address: string): Place {
  const { hostname: host, port, protocol } = new URL(address)
  return { host, port: Number(port) || (usualPorts[protocol] ?? 0) }
}

/** Returns our own services, which nobody may be sent to. */
export function ownServicesOf(config: Config): Place[] {
  const { DATABASE_URL, REDIS_URL, ORTHANC_URL, SMTP_URL, S3_ENDPOINT, OWN_SERVICES } = config
  const known = [DATABASE_URL, REDIS_URL, ORTHANC_URL, SMTP_URL, ...(S3_ENDPOINT ? [S3_ENDPOINT] : [])].map(placeOf)
  const archive = { host: new URL(ORTHANC_URL).hostname, port: archiveDicomPort }
  return [...known, archive, ...OWN_SERVICES.map((place) => placeOf(`tcp://${place}`))]
}

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => readEnvironment(Env, env)
