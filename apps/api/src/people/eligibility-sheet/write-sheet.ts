import { eligibilityColumns, type SheetSeparator, sheetSeparators } from '@readroom/contracts/people/eligibility-sheet'
import type { EligibilityRow } from '@readroom/db/people/eligibility'
import { csvFile, csvLine } from '@readroom/domain/core/csv'
import { type Clock, currentFacts, storedFacts } from './compare-sheet.ts'
import { type Names, versionOf, writeCells } from './eligibility-cells.ts'

/** Returns the bytes of the sheet of these doctors. */
export function writeSheet(
  doctors: readonly EligibilityRow[],
  names: Names,
  { clock, separator }: { clock: Clock; separator: SheetSeparator },
): Buffer {
  const between = sheetSeparators[separator]
  const lines = doctors.map((doctor) => {
    const { email, fullName } = doctor
    const facts = writeCells(currentFacts(doctor, clock), names)
    const cells = { email, fullName, ...facts, version: versionOf(storedFacts(doctor), names) }
    return csvLine(
      eligibilityColumns.map((column) => cells[column]),
      between,
    )
  })
  return csvFile([csvLine(eligibilityColumns, between), ...lines])
}
