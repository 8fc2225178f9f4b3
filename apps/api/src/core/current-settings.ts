import { minPasswordLength } from '@readroom/contracts/access/passwords'
import { Settings } from '@readroom/contracts/operations/settings'
import { defaultOrderEndDays } from '@readroom/contracts/orders/orders'
import { defaultGoalPercent } from '@readroom/contracts/turnaround/turnaround'
import type { Db } from '@readroom/db/core/client'
import { readChangedSettings } from '@readroom/domain/core/settings'
import type { Config } from './config.ts'

export type CurrentSettings = {
  /** Returns the settings as last read. Access decisions read them in their own transaction instead. */
  now: () => Settings
  /** Reads the settings afresh, for access decisions. */
  read: () => Promise<Settings>
  /** Reads them again. Rejects if the database is unavailable; the last ones stay in force. */
  refresh: () => Promise<void>
}

/** Changes by another process apply after this time at the latest. */
export const settingsRefreshMs = 5_000

/** Returns the settings that apply until an administrator changes them. */
export const environmentSettings = (config: Config): Settings => ({
  idleMinutes: config.IDLE_MINUTES,
  sessionHours: config.SESSION_HOURS,
  signingConfirmationMinutes: config.SIGNING_CONFIRMATION_MINUTES,
  reportRecallSeconds: config.REPORT_RECALL_SECONDS,
  zipExpiresDays: config.ZIP_EXPIRES_DAYS,
  orderEndDays: defaultOrderEndDays,
  // Nothing is deleted by age until an administrator decides so.
  imageRetentionDays: 0,
  studyRetentionYears: 0,
  studyRetentionWay: 'erase',
  clinicTimeZone: config.CLINIC_TIME_ZONE,
  supportEmail: config.SUPPORT_EMAIL ?? null,
  // The environment has no variables for these.
  secondFactorRoles: [],
  minPasswordLength,
  turnaroundGoalPercent: defaultGoalPercent,
  refuseCommonPasswords: true,
  escalation: true,
  mailTextEvery: '',
  mailTextInvitation: '',
  mailTextReport: '',
  mailTextCritical: '',
})

/** Holds the environment's settings until the first refresh. */
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
