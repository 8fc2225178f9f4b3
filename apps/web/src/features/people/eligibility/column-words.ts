import type { EligibilityColumn } from '@readroom/contracts/people/eligibility-sheet'

/** The name of each column beside a change. */
export const columnWords: Record<EligibilityColumn, string> = {
  email: 'Email',
  fullName: 'Name',
  laboratories: 'Laboratories',
  modalities: 'Modalities',
  bodyRegions: 'Body regions',
  groups: 'Groups',
  openMinutesLimit: 'Limit of open work (minutes)',
  workShare: 'Share of the work (%)',
  licenseExpiresOn: 'License expires on',
  timeZone: 'Time zone',
  Monday: 'Monday',
  Tuesday: 'Tuesday',
  Wednesday: 'Wednesday',
  Thursday: 'Thursday',
  Friday: 'Friday',
  Saturday: 'Saturday',
  Sunday: 'Sunday',
  absences: 'Absences',
  version: 'Version',
}
