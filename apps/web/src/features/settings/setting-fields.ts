import type { SettingName } from '@readroom/contracts/settings'

/** How a setting is written: what its control gives, and how that is read. */
type Kind = 'number' | 'text' | 'email' | 'zone'

export type SettingField = { name: SettingName; label: string; hint: string; kind: Kind; unit?: string }
export type SettingGroup = { title: string; fields: readonly SettingField[] }

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
    title: 'Reports and images',
    fields: [
      {
        ...{ name: 'signingConfirmationMinutes', label: 'Password confirmation', kind: 'number', unit: 'minutes' },
        hint: 'For how long a doctor who gave the password signs without it. 0 asks for every report.',
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
        hint: 'Studies are erased so many years after the report, with everything about them; 0 keeps them. Patients on hold stay.',
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
]
