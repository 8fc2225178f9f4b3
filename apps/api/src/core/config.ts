import { Role } from '@readroom/contracts/core/permissions'
import { TimeZone } from '@readroom/contracts/core/time-zone'
import { archivePassword, readEnvironment } from '@readroom/process/environment'
import { MetricsEnv } from '@readroom/process/metrics'
import { TracesEnv } from '@readroom/process/traces'
import { StorageEnv } from '@readroom/storage/storage-env'
import { z } from 'zod'

/** Returns true for a desktop program's link, which a browser would not open itself. */
const isProgramLink = (template: string) => /^(?!https?:|ftps?:|wss?:|file:)[a-z][a-z0-9+.-]*:\/\//i.test(template)

/** Makes a secret optional. If it is read from a file, an empty file counts as unset. */
const orNothing = <T extends z.ZodType>(secret: T) => z.preprocess((text) => text || undefined, secret.optional())

/** `name=role` pairs, separated by commas. */
const RoleMap = z
  .string()
  .transform((text) => text.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
  .pipe(z.array(z.tuple([z.string().min(1), Role])))
  .transform((pairs) => new Map(pairs))

/** Combinations of authentication methods (RFC 8176): methods joined by `+`, combinations separated by commas. Empty: none. */
const Combinations = z
  .string()
  .regex(/^([a-z]+(\+[a-z]+)*(,[a-z]+(\+[a-z]+)*)*)?$/, 'must be like mfa,pwd+otp')
  .transform((text) => (text === '' ? [] : text.split(',').map((combination) => combination.split('+'))))

/** The organisation's OpenID provider. Without an issuer there is none. */
const OidcEnv = z.object({
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().default('readroom'),
  OIDC_CLIENT_SECRET: orNothing(z.string()),
  /** Text of the button on the sign-in page. */
  OIDC_BUTTON_LABEL: z.string().max(60).default('Sign in with your organisation'),
  OIDC_SCOPES: z.string().default('openid email profile'),
  /** Claim whose values `OIDC_ROLES` maps to roles. Without it claims decide no roles. */
  OIDC_ROLE_CLAIM: z.string().optional(),
  OIDC_ROLES: RoleMap.optional(),
  /** Claim with the laboratory identifier of laboratory staff. */
  OIDC_LAB_CLAIM: z.string().optional(),
  /** The `amr` of an ID token that replaces the account's second factor: two different factors, or what the provider calls multi-factor. */
  OIDC_SECOND_FACTORS: Combinations.prefault('mfa,pwd+otp,pwd+hwk,pwd+swk,pin+hwk,pin+swk'),
  /** `on`: a user without an account gets one if the claims give a role. */
  OIDC_NEW_ACCOUNTS: z.enum(['on', 'off']).default('off'),
})

/** Environment variables of the API. */
export const Env = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().default(8080),
  /** The address that users open. Only pages of its origin may open sockets. */
  PUBLIC_URL: z.url(),
  /** IANA time zone for displayed times and for the start of a day. */
  CLINIC_TIME_ZONE: TimeZone.default('UTC'),
  /** Contact address for users who cannot sign in. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Link that opens a study in a desktop viewer; {studyInstanceUID}, {ticket} and {zipUrl} (which holds the ticket) are filled in. */
  LAUNCH_URL_TEMPLATE: z
    .string()
    .refine(isProgramLink, 'not a link of a desktop program')
    .default('radiant://?n=pstv&v=0020000D&v={studyInstanceUID}&n=f&v={zipUrl}'),
  /** Link that opens a report's document in a desktop program; {studyId}, {ticket} and {documentUrl} (which holds the ticket) are filled in. */
  REPORT_LAUNCH_URL_TEMPLATE: z
    .string()
    .refine(isProgramLink, 'not a link of a desktop program')
    .default('readroom-report://open?study={studyId}&document={documentUrl}'),
  /** `on` lets users open studies in the image archive's own viewer, if it has one. */
  ARCHIVE_VIEWER: z.enum(['on', 'off']).default('on'),
  DATABASE_URL: z.url(),
  /** Number of concurrent statements. Allow a few for each core of the database's machine: more only wait for each other. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).default(8),
  REDIS_URL: z.url(),
  /** Inserted into the two addresses. */
  DATABASE_PASSWORD: z.string().optional(),
  REDIS_PASSWORD: z.string().optional(),
  ORTHANC_URL: z.url(),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: archivePassword.default(''),
  /** Address and port of the image archive for scanners. Shown only. Defaults: host of PUBLIC_URL, port of the archive. */
  DICOM_PUBLIC_HOST: z.string().optional(),
  DICOM_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Folder of a mail catcher, which keeps emails and sends none. Shown only. */
  MAIL_DIR: z.string().optional(),
  JWT_SECRET: z.string().min(32),
  /** Encrypts authenticator secrets in the database. Defaults to JWT_SECRET. Changing it makes stored secrets unreadable. */
  SECOND_FACTOR_KEY: orNothing(z.string().min(32)),
  /** Encrypts the secrets of webhooks in the database. It must equal the worker's. Without it there are no webhooks. */
  RESULTS_KEY: orNothing(z.string().min(32)),
  ...OidcEnv.shape,
  /** Lifetime of a token. The client refreshes it while it is in use. */
  TOKEN_MINUTES: z.coerce.number().int().min(1).default(60),
  /** Maximum length of a session. */
  SESSION_HOURS: z.coerce.number().int().min(1).default(12),
  /** A session ends after this time without activity. */
  IDLE_MINUTES: z.coerce.number().int().min(1).default(120),
  /** For how long doctors sign without entering the password again, per session. 0 asks every time. */
  SIGNING_CONFIRMATION_MINUTES: z.coerce.number().int().min(0).max(720).default(30),
  /** For how long the signer can recall a report, which is not released until then. 0 releases it at once. */
  REPORT_RECALL_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** For how long a finished ZIP can be downloaded. Shown only: it must equal the worker's. */
  ZIP_EXPIRES_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  ...StorageEnv.shape,
  /** Folders of the built web application and viewer. Unset ones are not served. */
  WEB_DIR: z.string().optional(),
  VIEWER_DIR: z.string().optional(),
  /** Number of trusted proxies in front, whose X-Forwarded-For is used. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  /** A request is ended if no part of it arrives for this time. */
  REQUEST_SILENCE_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  /** After a stop signal the process reports that it is not ready and keeps serving for this time, so that proxies switch to others. */
  LAME_DUCK_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** After that it finishes running requests within this time, then cuts them off. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3600).default(30),
  ...MetricsEnv.shape,
  ...TracesEnv.shape,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Config = z.infer<typeof Env>

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => readEnvironment(Env, env)
