import type { SettingEffect, SettingName } from '@readroom/contracts/operations/settings'
import { plural } from '../../../lib/format.ts'

const studies = (count: number) => plural(count, 'study', 'studies')

/** Says whom a change affects, for each setting that can affect somebody at once. */
const words: Partial<Record<SettingName, (count: number) => string>> = {
  secondFactorRoles: (count) =>
    count === 1
      ? '1 user has no second factor and must set one up at the next sign-in.'
      : `${plural(count, 'user')} have no second factor and must set one up at their next sign-in.`,
  idleMinutes: (count) => `${plural(count, 'session')} will end now, after longer inactivity than this.`,
  imageRetentionDays: (count) => `The images of ${studies(count)} will be permanently removed within a day.`,
  studyRetentionYears: (count) => `${studies(count)} will be erased or anonymised with all their data within a day.`,
  studyRetentionWay: (count) => `This applies to ${studies(count)} within a day.`,
}

/** Returns the sentences that a user confirms before a change. */
export const effectWords = (effects: readonly SettingEffect[]): string[] =>
  effects.map(({ name, count }) => words[name]?.(count) ?? plural(count, 'record'))

const removing: ReadonlySet<SettingName> = new Set(['imageRetentionDays', 'studyRetentionYears', 'studyRetentionWay'])

/** Returns true if the change removes data that cannot be restored. */
export const isRemoving = (effects: readonly SettingEffect[]): boolean => effects.some(({ name }) => removing.has(name))
