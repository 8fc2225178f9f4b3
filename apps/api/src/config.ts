import { Role } from '@readroom/contracts/permissions'
import { TimeZone } from '@readroom/contracts/settings'
import { archivePassword, readEnvironment } from '@readroom/process/environment'
import { MetricsEnv } from '@readroom/process/metrics'
import { TracesEnv } from '@readroom/process/traces'
import { StorageEnv } from '@readroom/storage/storage-env'
import { z } from 'zod'

/** A link of a desktop program: nothing that a browser would open itself. */
const isProgramLink = (template: string) => /^(?!https?:|ftps?:|wss?:|file:)[a-z][a-z0-9+.-]*:\/\//i.test(template)

/** A secret that may be left out: its file, where it stands in one, is empty then. */
const orNothing = <T extends z.ZodType>(secret: T) => z.preprocess((text) => text || undefined, secret.optional())

/** `name=role` pairs, separated by commas. */
const RoleMap = z
  .string()
  .transform((text) => text.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
  .pipe(z.array(z.tuple([z.string().min(1), Role])))
  .transform((pairs) => new Map(pairs))

/** The OpenID provider of the organisation; without an issuer there is none. */
const OidcEnv = z.object({
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().default('readroom'),
  OIDC_CLIENT_SECRET: orNothing(z.string()),
  /** What the button on the sign-in page says. */
  OIDC_BUTTON_LABEL: z.string().max(60).default('Sign in with your organisation'),
  OIDC_SCOPES: z.string().default('openid email profile'),
  /** Claim whose values name roles, by `OIDC_ROLES`; without it claims say nothing of roles. */
  OIDC_ROLE_CLAIM: z.string().optional(),
  OIDC_ROLES: RoleMap.optional(),
  /** Claim that holds the identifier of the laboratory of its staff. */
  OIDC_LAB_CLAIM: z.string().optional(),
  /** `on`: who has a role by claims and no account gets one. */
  OIDC_NEW_ACCOUNTS: z.enum(['on', 'off']).default('off'),
})

/** Every environment variable the API reads. */
export const Env = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().default(8080),
  /** The address users type; its origin is the one that may open sockets. */
  PUBLIC_URL: z.url(),
  /** IANA zone in which times are shown and days begin. */
  CLINIC_TIME_ZONE: TimeZone.default('UTC'),
  /** Where people who cannot sign in are told to write to. */
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
  /** Studies may be opened in the archive's own viewer, where it has one. */
  ARCHIVE_VIEWER: z.enum(['on', 'off']).default('on'),
  DATABASE_URL: z.url(),
  /** Statements at once; a few for each core of the database's machine. More of them only take turns. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).default(8),
  REDIS_URL: z.url(),
  /** Become parts of the two addresses. */
  DATABASE_PASSWORD: z.string().optional(),
  REDIS_PASSWORD: z.string().optional(),
  ORTHANC_URL: z.url(),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: archivePassword.default(''),
  JWT_SECRET: z.string().min(32),
  /** What secrets of authenticator apps are sealed with in the database; left out, JWT_SECRET. With another one they can no longer be read. */
  SECOND_FACTOR_KEY: orNothing(z.string().min(32)),
  ...OidcEnv.shape,
  /** Life of one token; the client refreshes it while it is in use. */
  TOKEN_MINUTES: z.coerce.number().int().min(1).default(60),
  /** A session ends after this time whatever happens. */
  SESSION_HOURS: z.coerce.number().int().min(1).default(12),
  /** A session ends after this time without the user doing anything. */
  IDLE_MINUTES: z.coerce.number().int().min(1).default(120),
  /** For how long a doctor who gave the password signs without it, in one session; 0 asks each time. */
  SIGNING_CONFIRMATION_MINUTES: z.coerce.number().int().min(0).max(720).default(30),
  /** How long the signer of a report can recall it, and nobody outside gets it; 0 releases it at once. */
  REPORT_RECALL_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** How long a finished ZIP can be downloaded: that of the worker, to be shown. */
  ZIP_EXPIRES_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  ...StorageEnv.shape,
  /** Folders of the built web application and viewer; left out, they are not served. */
  WEB_DIR: z.string().optional(),
  VIEWER_DIR: z.string().optional(),
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  /** A request of which nothing more arrives for so long is ended. */
  REQUEST_SILENCE_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  /** Told to stop, the process serves on for so long while it says that it is not ready, so that proxies turn to others. */
  LAME_DUCK_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** After that the process finishes what runs for so long, and then cuts it off. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3600).default(30),
  ...MetricsEnv.shape,
  ...TracesEnv.shape,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Config = z.infer<typeof Env>

/** The environment variables of the command that gives an empty system its first administrator. */
const AdministratorEnv = z.object({
  DATABASE_URL: z.url(),
  READROOM_DEMO: z.enum(['on', 'off']).default('off'),
  READROOM_ADMIN_EMAIL: z.email().optional(),
  READROOM_ADMIN_PASSWORD: z.string().min(6).optional(),
  /** Told here already: with one that it cannot read the archive does not start, and neither does what waits for it. */
  ORTHANC_PASSWORD: archivePassword.optional(),
})

const DatabaseEnv = z.object({ DATABASE_URL: z.url() })

/** What the operator's commands read that look at all of a stack. */
const OperatorEnv = z.object({
  DATABASE_URL: z.url(),
  ORTHANC_URL: z.url(),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: archivePassword.default(''),
  ...StorageEnv.shape,
  /** Folder of the backups, each in a folder of its own. */
  BACKUP_DIR: z.string().default('backups'),
})
export type OperatorConfig = z.infer<typeof OperatorEnv>

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => readEnvironment(Env, env)

export const readAdministratorConfig = (env: NodeJS.ProcessEnv = process.env) => readEnvironment(AdministratorEnv, env)

export const readOperatorConfig = (env: NodeJS.ProcessEnv = process.env): OperatorConfig => readEnvironment(OperatorEnv, env)

/** What the commands read that need the database alone. */
export const readDatabaseConfig = (env: NodeJS.ProcessEnv = process.env) => readEnvironment(DatabaseEnv, env)
