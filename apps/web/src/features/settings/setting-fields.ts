import { type Role, roles } from '@readroom/contracts/permissions'
import type { SettingName } from '@readroom/contracts/settings'

/** How a setting is written: what its control gives, and how that is read. */
type Kind = 'number' | 'text' | 'email' | 'zone' | 'roles' | 'flag' | 'paragraphs'

type Choice = { text: string; label: string }

export type SettingField = {
  name: SettingName
  label: string
  hint: string
  kind: Kind
  unit?: string
  choices?: readonly Choice[]
}
export type SettingGroup = { title: string; fields: readonly SettingField[] }

const plurals: Record<Role, string> = { admin: 'administrators', lab_staff: 'laboratory staff', doctor_account: 'doctors' }

/** Every set of roles, the empty one first: the bits of a number say who is in it. */
const roleSets = Array.from({ length: 2 ** roles.length }, (_, bits) => roles.filter((_role, index) => (bits >> index) & 1))
const roleChoices = roleSets.map((set) => ({
  text: set.join(','),
  label: set.length === 0 ? 'Nobody' : set.length === roles.length ? 'Everybody' : set.map((role) => plurals[role]).join(' and '),
}))

const retentionChoices = [
  { text: 'erase', label: 'Erase' },
  { text: 'anonymise', label: 'Anonymise' },
]

/** The settings in the order of the page. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Sessions',
    fields: [
      {
        ...{ name: 'idleMinutes', label: 'Idle time', kind: 'number', unit: 'minutes' },
        hint: 'A session ends after so long without a click or a key. Running sessions go by it at once.',
      },
      {
        ...{ name: 'sessionHours', label: 'Longest session', kind: 'number', unit: 'hours' },
        hint: 'Of sessions that begin from now on. Then everybody signs in again, whatever they do.',
      },
    ],
  },
  {
    title: 'Signing in',
    fields: [
      {
        ...{ name: 'secondFactorRoles', label: 'Second step required of', kind: 'roles', choices: roleChoices },
        hint: 'Who has none is led to set it up after the password, and can do nothing else before. Nobody is locked out: administrators can always sign in here with password and second step, which is in the audit log.',
      },
      {
        ...{ name: 'minPasswordLength', label: 'Shortest password', kind: 'number', unit: 'characters' },
        hint: 'Of passwords that are set from now on.',
      },
      {
        ...{ name: 'refuseCommonPasswords', label: 'Common passwords', kind: 'flag' },
        choices: [
          { text: 'true', label: 'are refused' },
          { text: 'false', label: 'are allowed' },
        ],
        hint: 'The 49,000 passwords that attackers try first. The list is part of the program; nobody else is asked.',
      },
    ],
  },
  {
    title: 'Reports and images',
    fields: [
      {
        ...{ name: 'signingConfirmationMinutes', label: 'Password confirmation', kind: 'number', unit: 'minutes' },
        hint: 'For how long a doctor who gave the password signs without it. 0 asks for every report.',
      },
      {
        name: 'reportRecallSeconds',
        label: 'Recall time',
        kind: 'number',
        unit: 'seconds',
        hint: 'A doctor can recall a signed report for this long. Until then, laboratories do not see it and nothing is sent. 0 releases reports at once.',
      },
      {
        ...{ name: 'zipExpiresDays', label: 'ZIP files', kind: 'number', unit: 'days' },
        hint: 'How long a ZIP that is finished from now on can be downloaded. It is made again when it is asked for later.',
      },
    ],
  },
  {
    title: 'Retention times',
    fields: [
      {
        ...{ name: 'imageRetentionDays', label: 'Images', kind: 'number', unit: 'days' },
        hint: 'Images are removed so many days after the report, for good; 0 keeps them. The Privacy page says how many would go today.',
      },
      {
        ...{ name: 'studyRetentionYears', label: 'Whole studies', kind: 'number', unit: 'years' },
        hint: 'Studies are erased or anonymised so many years after the report, with everything about them; 0 keeps them. Patients on hold stay.',
      },
      {
        ...{ name: 'studyRetentionWay', label: 'What is done with whole studies', kind: 'text', choices: retentionChoices },
        hint: 'An anonymised study keeps its counts and times under a random name, and loses images, reports, documents and every text.',
      },
    ],
  },
  {
    title: 'Clinic',
    fields: [
      {
        ...{ name: 'clinicTimeZone', label: 'Time zone', kind: 'zone' },
        hint: 'Of all times on screen, in spreadsheets and in reports that are signed from now on; days begin by it.',
      },
      {
        ...{ name: 'supportEmail', label: 'Support address', kind: 'email' },
        hint: 'Whom people who cannot sign in, and mails, are told to write to. Empty names the administrator.',
      },
    ],
  },
  {
    title: 'Mails',
    fields: [
      {
        ...{ name: 'mailTextEvery', label: 'At the end of every mail', kind: 'paragraphs' },
        hint: 'Plain text: who you are, where to call. Every line becomes a paragraph. Never a patient.',
      },
      {
        ...{ name: 'mailTextInvitation', label: 'In mails with a password', kind: 'paragraphs' },
        hint: 'Stands after what the mail must say: where your first steps are described, for example.',
      },
      {
        name: 'mailTextReport',
        label: 'In mails about reports',
        kind: 'paragraphs',
        hint: 'To laboratories and referring physicians.',
      },
      {
        name: 'mailTextCritical',
        label: 'In mails about critical results',
        kind: 'paragraphs',
        hint: 'The number to call at night, for example.',
      },
    ],
  },
]
