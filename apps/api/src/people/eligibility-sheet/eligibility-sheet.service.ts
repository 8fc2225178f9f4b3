import type { EligibilityCheck, SheetSeparator } from '@readroom/contracts/people/eligibility-sheet'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { listDoctorGroups } from '@readroom/db/people/doctor-groups'
import { holdEveryLab, listEligibilities, listLabIdentifiers, lockEligibilities } from '@readroom/db/people/eligibility'
import { changeEligibility } from '@readroom/domain/people/eligibility'
import type { Context } from '../../core/context.ts'
import { demandFaultless } from '../../core/csv-table.ts'
import { type Clock, compareSheet, emailOf, readSheet } from './compare-sheet.ts'
import { presenceColumns } from './eligibility-cells.ts'
import { writeSheet } from './write-sheet.ts'

export function createEligibilitySheet({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const clock = (): Clock => ({ now: new Date(), zone: settings.now().clinicTimeZone })
  const readPresent = async () => {
    const [doctors, labs, groups] = await Promise.all([listEligibilities(db), listLabIdentifiers(db), listDoctorGroups(db)])
    return { doctors, names: { labs, groups } }
  }
  return {
    /** Returns the sheet of all doctors. */
    async download(separator: SheetSeparator): Promise<Buffer> {
      const { doctors, names } = await readPresent()
      return writeSheet(doctors, names, { clock: clock(), separator })
    },
    /** Returns what an import would change. Changes nothing. */
    async check(bytes: Buffer): Promise<EligibilityCheck> {
      const sheet = readSheet(bytes)
      const { doctors, names } = await readPresent()
      return compareSheet(sheet, doctors, names, clock()).check
    },
    /** Imports all lines or none. Returns how many doctors changed. Throws IMPORT_REFUSED if a cell is wrong. */
    async run(actor: Actor, bytes: Buffer): Promise<number> {
      const sheet = readSheet(bytes)
      return db.transaction(async (begun) => {
        const [withLabs, labs] = await holdEveryLab(begun)
        const [tx, doctors] = await lockEligibilities(withLabs, [...new Set(sheet.lines.map(emailOf))])
        const names = { labs, groups: await listDoctorGroups(tx) }
        const { changes, check } = compareSheet(sheet, doctors, names, clock())
        demandFaultless(check.faults)
        for (const { doctor, facts, cells } of changes) {
          const changed = cells.map(({ column }) => column)
          const parts = {
            groups: changed.includes('groups'),
            presence: changed.some((column) => presenceColumns.has(column)),
            reads: changed.some((column) => column !== 'groups' && !presenceColumns.has(column)),
          }
          await changeEligibility(tx, actor, { doctorId: doctor.doctorId, facts, parts, changed })
        }
        await audit(tx, actor, { action: 'eligibility.imported', details: { changed: changes.length } })
        return changes.length
      })
    },
  }
}
