import type { Db } from '@readroom/db/core/client'
import { readChangedSettings } from '@readroom/domain/core/settings'

/** Returns the IANA name of the clinic's zone, as it is at this moment. */
export type ReadClinicZone = () => Promise<string>

/** The clinic's zone is the administrator's setting. The environment says it until somebody sets it. */
export const clinicZoneOf =
  (db: Db, environmentZone: string): ReadClinicZone =>
  async () =>
    (await readChangedSettings(db)).clinicTimeZone ?? environmentZone
