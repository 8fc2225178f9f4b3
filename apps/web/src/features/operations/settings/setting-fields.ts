import { type Role, roles } from '@readroom/contracts/core/permissions'
import type { SettingName } from '@readroom/contracts/operations/settings'

/** How a setting is edited, and how its control's text is parsed. */
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

/** Every set of roles, the empty one first. The bits of the index say which roles are in the set. */
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
        name: 'idleMinutes',
        label: 'Idle time',
        kind: 'number',
        unit: 'minutes',
        hint: 'Sign users out after this much inactivity. Applies immediately.',
      },
      {
        name: 'sessionHours',
        label: 'Maximum session length',
        kind: 'number',
        unit: 'hours',
        hint: 'Users must sign in again after this time, even if active. Applies to new sessions.',
      },
    ],
  },
  {
    title: 'Sign-in',
    fields: [
      {
        name: 'secondFactorRoles',
        label: 'Second factor required for',
        kind: 'roles',
        choices: roleChoices,
        hint: 'Users without one must set it up at their next sign-in. Administrators can always sign in here with password and second factor; the audit log records it.',
      },
      {
        name: 'minPasswordLength',
        label: 'Minimum password length',
        kind: 'number',
        unit: 'characters',
        hint: 'Applies to new passwords.',
      },
      {
        name: 'refuseCommonPasswords',
        label: 'Common passwords',
        kind: 'flag',
        choices: [
          { text: 'true', label: 'Rejected' },
          { text: 'false', label: 'Allowed' },
        ],
        hint: 'The 49,000 passwords that attackers try first. The list is built in; passwords are never sent elsewhere.',
      },
    ],
  },
  {
    title: 'Reports and images',
    fields: [
      {
        name: 'signingConfirmationMinutes',
        label: 'Password confirmation',
        kind: 'number',
        unit: 'minutes',
        hint: 'How long a doctor can sign without entering the password again. 0 asks for it with every report.',
      },
      {
        name: 'reportRecallSeconds',
        label: 'Recall time',
        kind: 'number',
        unit: 'seconds',
        hint: 'A doctor can recall a signed report for this long. Until then, laboratories do not see it and nothing is sent. 0 releases reports at once.',
      },
      {
        name: 'turnaroundGoalPercent',
        label: 'Turnaround goal',
        kind: 'number',
        unit: 'percent',
        hint: 'The share of reports that should be there when they are due. The charts of the turnaround report mark groups below it.',
      },
      {
        name: 'escalation',
        label: 'Escalation of deadlines',
        kind: 'flag',
        choices: [
          { text: 'true', label: 'On' },
          { text: 'false', label: 'Off' },
        ],
        hint: 'Tells doctors and administrators of reports that are due or late, in Readroom and by email. Emergencies that nobody opens are offered to every doctor.',
      },
      {
        name: 'zipExpiresDays',
        label: 'ZIP files',
        kind: 'number',
        unit: 'days',
        hint: 'How long a finished ZIP can be downloaded. Applies to new ZIPs. Expired ZIPs are rebuilt on request.',
      },
    ],
  },
  {
    title: 'Retention times',
    fields: [
      {
        name: 'orderEndDays',
        label: 'Open orders',
        kind: 'number',
        unit: 'days',
        hint: 'An order leaves the modality worklists this many days after its time if no scanner began it and no images came. Images that come later still find it.',
      },
      {
        name: 'imageRetentionDays',
        label: 'Images',
        kind: 'number',
        unit: 'days',
        hint: 'Images are permanently removed this many days after the report. 0 keeps them. The Privacy page shows how many would be removed today.',
      },
      {
        name: 'studyRetentionYears',
        label: 'Whole studies',
        kind: 'number',
        unit: 'years',
        hint: 'Studies and all their data are erased or anonymised this many years after the report. 0 keeps them. Studies of patients on hold are kept.',
      },
      {
        name: 'studyRetentionWay',
        label: 'Action for whole studies',
        kind: 'text',
        choices: retentionChoices,
        hint: 'Anonymised studies keep counts and times under a random name. Images, reports, documents and all texts are removed.',
      },
    ],
  },
  {
    title: 'Clinic',
    fields: [
      {
        name: 'clinicTimeZone',
        label: 'Time zone',
        kind: 'zone',
        hint: 'For all times on screen, in spreadsheets and in newly signed reports. Days start at midnight in this zone.',
      },
      {
        name: 'supportEmail',
        label: 'Support address',
        kind: 'email',
        hint: 'Shown on the sign-in page and in emails. If empty, both refer to the administrator.',
      },
    ],
  },
  {
    title: 'Emails',
    fields: [
      {
        name: 'mailTextEvery',
        label: 'End of every email',
        kind: 'paragraphs',
        hint: 'Plain text, such as your name and phone number. Each line becomes a paragraph. Never include patient data.',
      },
      {
        name: 'mailTextInvitation',
        label: 'Emails with a password',
        kind: 'paragraphs',
        hint: 'Follows the standard text. For example, where to find a guide for first steps.',
      },
      {
        name: 'mailTextReport',
        label: 'Emails about reports',
        kind: 'paragraphs',
        hint: 'Sent to laboratories and referring physicians.',
      },
      {
        name: 'mailTextCritical',
        label: 'Emails about critical results',
        kind: 'paragraphs',
        hint: 'For example, the number to call at night.',
      },
    ],
  },
]

/** Returns the settings that have every searched word in their title, label or hint, by group. */
export function findSettings(search: string): SettingGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (title: string, { label, hint }: SettingField) => {
    const text = `${title} ${label} ${hint}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return settingGroups
    .map(({ title, fields }) => ({ title, fields: fields.filter((field) => hasAll(title, field)) }))
    .filter(({ fields }) => fields.length > 0)
}
