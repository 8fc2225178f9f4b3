import { type SettingChanges, type SettingEffect, SettingName, Settings } from '@readroom/contracts/operations/settings'
import { countWithoutSecondFactor } from '@readroom/db/access/second-factors'
import { countIdleSessions } from '@readroom/db/access/sessions'
import type { Db } from '@readroom/db/core/client'
import { countDue } from '@readroom/db/privacy/retention'
import { readChangedSettings } from '../core/settings.ts'

type Count = (db: Db, after: Settings, before: Settings) => Promise<number>

async function countStudiesDue(db: Db, { studyRetentionYears: years, studyRetentionWay: way }: Settings): Promise<number> {
  return years === 0 ? 0 : (await countDue(db, { kind: 'studies', years, way })).n
}

/** The settings whose change affects somebody at once, and whom it affects. */
const counts: Partial<Record<SettingName, Count>> = {
  secondFactorRoles: (db, { secondFactorRoles: roles }, before) =>
    countWithoutSecondFactor(
      db,
      roles.filter((role) => !before.secondFactorRoles.includes(role)),
    ),
  idleMinutes: (db, after, before) => countIdleSessions(db, { from: before.idleMinutes, to: after.idleMinutes }),
  imageRetentionDays: async (db, { imageRetentionDays: days }) =>
    days === 0 ? 0 : (await countDue(db, { kind: 'images', days })).n,
  studyRetentionYears: countStudiesDue,
  studyRetentionWay: countStudiesDue,
}

/** Returns whom a change of settings would affect at once: users, sessions or studies. A setting that affects nobody is left out. */
export async function previewSettings(
  db: Db,
  { values, reset }: SettingChanges,
  environment: Settings,
): Promise<SettingEffect[]> {
  const before = Settings.parse({ ...environment, ...(await readChangedSettings(db)) })
  const given = Object.fromEntries(reset.map((name) => [name, environment[name]]))
  const after = Settings.parse({ ...before, ...given, ...values })
  const changed = SettingName.options.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  const effects = await Promise.all(
    changed.map(async (name) => ({ name, count: (await counts[name]?.(db, after, before)) ?? 0 })),
  )
  return effects.filter(({ count }) => count > 0)
}
