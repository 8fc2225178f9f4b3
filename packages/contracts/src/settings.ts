import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { minPasswordLength } from './passwords.ts'
import { Role, roles } from './permissions.ts'
import { Email, Instant, paragraph } from './primitives.ts'
import { studyRetentionWays } from './privacy.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** IANA name of a zone. */
export const TimeZone = z.string().max(60).refine(isTimeZone, 'is not an IANA time zone')

/** Paragraphs of plain text. */
const MailText = paragraph(1000)

/** What an administrator may change while the system runs. The environment says what holds until somebody does. */
export const Settings = z.strictObject({
  /** A session ends after this time without the user doing anything. */
  idleMinutes: z.int().min(1).max(1440),
  /** A session ends after this time whatever happens; of those that begin from now on. */
  sessionHours: z.int().min(1).max(168),
  /** For how long a doctor who gave the password signs without it, in one session; 0 asks each time. */
  signingConfirmationMinutes: z.int().min(0).max(720),
  /** How long the signer of a report can recall it, and nobody outside gets it; 0 releases it at once. */
  reportRecallSeconds: z.int().min(0).max(3600),
  /** How long a finished ZIP can be downloaded. */
  zipExpiresDays: z.int().min(1).max(365),
  /** Images are removed so many days after a study was finished; 0: never. */
  imageRetentionDays: z.int().min(0).max(36_500),
  /** Whole studies are removed so many years after they were finished; 0: never. */
  studyRetentionYears: z.int().min(0).max(100),
  /** What is done with them then. */
  studyRetentionWay: z.enum(studyRetentionWays),
  /** Zone in which times are shown and printed, and days begin. */
  clinicTimeZone: TimeZone,
  /**
   * Roles that need a second factor. Who has none sets one up after the password, and can do nothing else before: nobody is locked out by it. Signing in
   * here with password and second factor stays open to every administrator, whatever is set.
   */
  secondFactorRoles: z.array(Role).max(roles.length),
  /** Characters of a new password; six at least (specification 1, section 9). */
  minPasswordLength: z.int().min(minPasswordLength).max(64),
  /** Passwords of lists that attackers try first are refused; the list is part of the program, and nobody else is asked. */
  refuseCommonPasswords: z.boolean(),
  /** Whom people who cannot sign in, and mails, are told to write to. Null names nobody. */
  supportEmail: Email.nullable(),
  /** An administrator's own words at the end of mails: of all, of invitations, of mails about reports, of those about critical results. */
  mailTextEvery: MailText,
  mailTextInvitation: MailText,
  mailTextReport: MailText,
  mailTextCritical: MailText,
})
export type Settings = z.infer<typeof Settings>

export const SettingName = Settings.keyof()
export type SettingName = z.infer<typeof SettingName>

/** What people write in their own words: the audit log says that it was changed, and keeps none of it. */
export const settingsInWords: readonly SettingName[] = [
  'mailTextEvery',
  'mailTextInvitation',
  'mailTextReport',
  'mailTextCritical',
]

/** Some of them: those that somebody changed, or changes. */
export const SomeSettings = Settings.partial()
export type SomeSettings = z.infer<typeof SomeSettings>

/** How one setting stands. */
export const SettingState = z.object({
  name: SettingName,
  /** What holds now, and what the environment says. */
  value: z.unknown(),
  environmentValue: z.unknown(),
  /** Null where nobody changed it: then the environment's value holds. */
  changed: z.object({ at: Instant, by: z.string() }).nullable(),
})
export type SettingState = z.infer<typeof SettingState>

/** New values of some settings, and the names of those that go back to what the environment says. */
export const SettingChanges = z
  .strictObject({ values: SomeSettings, reset: z.array(SettingName).max(SettingName.options.length) })
  .refine(({ values, reset }) => !reset.some((name) => name in values), {
    path: ['reset'],
    error: 'names a setting that is given a value',
  })
export type SettingChanges = z.infer<typeof SettingChanges>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const states = ok({ data: z.array(SettingState) })

export const settingsEndpoints = defineEndpoints({
  read: {
    method: 'GET',
    path: '/api/settings',
    summary: 'What every page needs to know of this installation',
    access: 'public',
    scope: 'none',
    response: ok({
      /** IANA name of the zone in which times are shown and days begin. */
      clinicTimeZone: z.string(),
      /** Who helps with signing in; null where the installation names nobody. */
      supportEmail: z.string().nullable(),
      /** What the button says that leads to the OpenID provider; null where none is configured. */
      providerLabel: z.string().nullable(),
      /** Characters that a new password needs. */
      minPasswordLength: z.int(),
      /** Whether the image archive has a viewer of its own, and studies may be opened in it. */
      archiveViewer: z.boolean(),
    }),
    errors: [],
  },
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'What an administrator may change, and how it stands',
    response: states,
    errors: [],
  },
  change: {
    ...forAdmins,
    method: 'PUT',
    path: '/api/admin/settings',
    summary: 'Change settings. Every program goes by it within five seconds',
    body: SettingChanges,
    response: states,
    errors: [],
  },
})
