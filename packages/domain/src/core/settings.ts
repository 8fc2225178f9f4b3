import {
  type SettingChanges,
  SettingName,
  type SettingState,
  type Settings,
  SomeSettings,
  settingsInWords,
} from '@readroom/contracts/operations/settings'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { forgetSettings, listStoredSettings, lockSettings, type StoredSetting, storeSetting } from '@readroom/db/core/settings'

/** One stored setting, if this program knows it and may go by it: another version may have written it. */
function readStored({ name, value }: StoredSetting): SomeSettings {
  return SomeSettings.safeParse({ [name]: value }).data ?? {}
}

/** Returns the settings that administrators have changed. */
export async function readChangedSettings(db: Db): Promise<SomeSettings> {
  return Object.assign({}, ...(await listStoredSettings(db)).map(readStored))
}

/** All settings and how they stand; `environment` holds if nobody changed one. */
export async function listSettings(db: Db, environment: Settings): Promise<SettingState[]> {
  const stored = await listStoredSettings(db)
  return SettingName.options.map((name) => {
    const change = stored.find((setting) => setting.name === name && name in readStored(setting))
    return {
      name,
      value: change ? change.value : environment[name],
      environmentValue: environment[name],
      changed: change ? { at: change.changedAt.toISOString(), by: change.changedBy } : null,
    }
  })
}

/** Changes settings, or gives them back to the environment; each that becomes another is audited. */
export async function changeSettings(
  begun: Before<'settings'>,
  actor: Actor,
  { values, reset }: SettingChanges,
  environment: Settings,
): Promise<void> {
  const [tx] = await lockSettings(begun)
  const before = new Map((await listSettings(tx, environment)).map((setting) => [setting.name, setting]))
  const after: SomeSettings = { ...Object.fromEntries(reset.map((name) => [name, environment[name]])), ...values }
  await forgetSettings(tx, reset)
  for (const name of SettingName.options) {
    if (!(name in after)) continue
    if (name in values) await storeSetting(tx, { name, value: values[name], changedBy: actor.userId })
    const [from, to] = [before.get(name)?.value, after[name]]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    const details = settingsInWords.includes(name) ? {} : { from, to }
    await audit(tx, actor, { action: 'setting.changed', target: { type: 'setting', id: name }, details })
  }
}
