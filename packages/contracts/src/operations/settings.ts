import { z } from 'zod'
import { minPasswordLength } from '../access/passwords.ts'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Role, roles } from '../core/permissions.ts'
import { Email, Instant, paragraph } from '../core/primitives.ts'
import { TimeZone } from '../core/time-zone.ts'
import { studyRetentionWays } from '../privacy/study-retention.ts'

/** Paragraphs of plain text. */
const MailText = paragraph(1000)

/** The settings that an administrator can change while the system runs. The environment says what holds until somebody does. */
export const Settings = z.strictObject({
  /** A session ends after this time without the user doing anything. */
  idleMinutes: z.int().min(1).max(1440),
  /** A session ends after this time whatever happens; of those that begin from now on. */
  sessionHours: z.int().min(1).max(168),
  /** A doctor who gave the password signs without it for this long, in one session; 0 asks each time. */
  signingConfirmationMinutes: z.int().min(0).max(720),
  /** The signer can recall a report for this long, and nobody outside gets it before; 0 releases it at once. */
  reportRecallSeconds: z.int().min(0).max(3600),
  /** The share of a group's reports that should be there when they are due. The turnaround report marks the groups below it. */
  turnaroundGoalPercent: z.int().min(1).max(100),
  /** Doctors and administrators are told of reports that are due or late. */
  escalation: z.boolean(),
  /** A finished ZIP can be downloaded for this long. */
  zipExpiresDays: z.int().min(1).max(365),
  /** An order leaves the scanners' worklists this many days after its time, if nothing came of it. */
  orderEndDays: z.int().min(1).max(3_650),
  /** Images are removed this many days after a study was finished; 0: never. */
  imageRetentionDays: z.int().min(0).max(36_500),
  /** Whole studies are removed this many years after they were finished; 0: never. */
  studyRetentionYears: z.int().min(0).max(100),
  /** The action on them. */
  studyRetentionWay: z.enum(studyRetentionWays),
  /** Zone in which times are shown and printed, and days begin. */
  clinicTimeZone: TimeZone,
  /**
   * Roles that need a second factor. Users without one must set it up after the password, before anything else. Nobody is locked out by it. Signing in
   * here with password and second factor stays open to every administrator, whatever is set.
   */
  secondFactorRoles: z.array(Role).max(roles.length),
  /** The minimum length of a new password, in characters. It can't be below six. */
  minPasswordLength: z.int().min(minPasswordLength).max(64),
  /** Passwords of lists that attackers try first are refused; the list is part of the program, and nobody else is asked. */
  refuseCommonPasswords: z.boolean(),
  /** The address that the sign-in page and emails name for help. Null names nobody. */
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

/** Settings with free text. The audit log records the change, and not the text. */
export const settingsInWords: readonly SettingName[] = [
  'mailTextEvery',
  'mailTextInvitation',
  'mailTextReport',
  'mailTextCritical',
]

/** Some of them: those that somebody changed, or changes. */
export const SomeSettings = Settings.partial()
export type SomeSettings = z.infer<typeof SomeSettings>

/** The state of one setting. */
export const SettingState = z.object({
  name: SettingName,
  /** The current value, and the environment's value. */
  value: z.unknown(),
  environmentValue: z.unknown(),
  /** Null if nobody changed it: then the environment's value holds. */
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

/** How many users, sessions or studies a change of a setting affects at once. */
export const SettingEffect = z.object({ name: SettingName, count: z.int().positive() })
export type SettingEffect = z.infer<typeof SettingEffect>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const states = ok({ data: z.array(SettingState) })

export const settingsEndpoints = defineEndpoints({
  read: {
    method: 'GET',
    path: '/api/settings',
    summary: 'Settings that every page needs',
    access: 'public',
    scope: 'none',
    response: ok({
      /** IANA name of the zone in which times are shown and days begin. */
      clinicTimeZone: z.string(),
      /** The support address; null if the installation names none. */
      supportEmail: z.string().nullable(),
      /** The label of the button for the OpenID provider; null if none is configured. */
      providerLabel: z.string().nullable(),
      /** Characters that a new password needs. */
      minPasswordLength: z.int(),
      /** True if no mail server is set: emails stay in a folder of the server. */
      keepsEmails: z.boolean(),
      /** True if the image archive has a viewer of its own, and studies may be opened in it. */
      archiveViewer: z.boolean(),
    }),
    errors: [],
  },
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'All settings with their values and origins',
    response: states,
    errors: [],
  },
  preview: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/settings/preview',
    summary: 'Count the users, sessions and studies that a change of settings would affect at once. Changes nothing',
    body: SettingChanges,
    response: ok({ data: z.array(SettingEffect) }),
    errors: [],
  },
  change: {
    ...forAdmins,
    method: 'PUT',
    path: '/api/admin/settings',
    summary: 'Change settings. Changes apply within five seconds',
    body: SettingChanges,
    response: states,
    errors: [],
  },
})
