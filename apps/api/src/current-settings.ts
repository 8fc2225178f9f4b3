import { minPasswordLength } from '@readroom/contracts/passwords'
import { Settings } from '@readroom/contracts/settings'
import type { Db } from '@readroom/db/client'
import { readChangedSettings } from '@readroom/domain/settings'
import type { Config } from './config.ts'

export type CurrentSettings = {
  /** What holds, as last read. What decides who gets in is read with its own transaction instead. */
  now: () => Settings
  /** What holds at this moment, for what decides who gets in. */
  read: () => Promise<Settings>
  /** Reads them again. Rejects without the database; then the last ones hold on. */
  refresh: () => Promise<void>
}

/** Another process that changes one is heard of after so long. */
export const settingsRefreshMs = 5_000

/** What holds until an administrator changes it. */
export const environmentSettings = (config: Config): Settings => ({
  idleMinutes: config.IDLE_MINUTES,
  sessionHours: config.SESSION_HOURS,
  signingConfirmationMinutes: config.SIGNING_CONFIRMATION_MINUTES,
  reportRecallSeconds: config.REPORT_RECALL_SECONDS,
  zipExpiresDays: config.ZIP_EXPIRES_DAYS,
  // Nothing is removed by time until an administrator says so.
  imageRetentionDays: 0,
  studyRetentionYears: 0,
  studyRetentionWay: 'erase',
  clinicTimeZone: config.CLINIC_TIME_ZONE,
  supportEmail: config.SUPPORT_EMAIL ?? null,
  // Of these the environment says nothing.
  secondFactorRoles: [],
  minPasswordLength,
  refuseCommonPasswords: true,
  ...{ mailTextEvery: '', mailTextInvitation: '', mailTextReport: '', mailTextCritical: '' },
})

/** The environment's, until they are refreshed for the first time. */
export function openSettings(db: Db, config: Config): CurrentSettings {
  const environment = environmentSettings(config)
  let current = environment
  const read = async () => Settings.parse({ ...environment, ...(await readChangedSettings(db)) })
  return {
    now: () => current,
    read,
    refresh: async () => {
      current = await read()
    },
  }
}
