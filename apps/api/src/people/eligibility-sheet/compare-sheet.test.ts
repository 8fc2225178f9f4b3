import { randomUUID } from 'node:crypto'
import { weekdays } from '@readroom/contracts/people/doctors'
import { eligibilityColumns, type SheetSeparator } from '@readroom/contracts/people/eligibility-sheet'
import { shiftsOverlap } from '@readroom/contracts/people/presence'
import { bodyRegions } from '@readroom/contracts/studies/body-regions'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import type { EligibilityRow } from '@readroom/db/people/eligibility'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSheet, readSheet } from './compare-sheet.ts'
import type { Names } from './eligibility-cells.ts'
import { writeSheet } from './write-sheet.ts'

const clock = { now: new Date('2026-07-01T12:00:00Z'), zone: 'Europe/Paris' }

/** Texts that break spreadsheets: formulas, separators, quotation marks, spaces, foreign letters. */
const awkward = fc
  .string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', ' ', '/', '1', 'A', 'é', '李'),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => text.trim())
  .filter((text) => text !== '')
const namesOf = (count: number) =>
  fc.uniqueArray(awkward, { minLength: count, maxLength: count, selector: (text) => text.toLowerCase() })

const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
const asTime = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
const shifts = fc
  .uniqueArray(fc.record({ weekday: fc.constantFrom(...weekdays), from: minute.map(asTime), to: minute.map(asTime) }), {
    maxLength: 12,
    comparator: shiftsOverlap,
  })
  .map((all) => all.filter(({ from, to }) => from !== to))
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const absence = fc.tuple(day, day, fc.oneof(fc.constant(''), awkward)).map(([one, other, reason]) => {
  const [from = one, to = other] = [one, other].toSorted()
  return { from, to, reason }
})
const absences = fc
  .array(absence, { maxLength: 4 })
  .map((all) => all.toSorted((one, other) => one.from.localeCompare(other.from)))

const doctorsOf = (labs: Names['labs'], groups: Names['groups']) =>
  fc.uniqueArray(
    fc.record({
      doctorId: fc.uuid(),
      email: fc.uuid().map((id) => `${id}@clinic.example`),
      fullName: awkward,
      readsLabIds: fc.option(fc.subarray(labs.map(({ id }) => id))),
      readsModalities: fc.option(fc.subarray([...imagingModalities], { minLength: 1 })),
      readsBodyRegions: fc.option(fc.subarray([...bodyRegions], { minLength: 1 })),
      openMinutesLimit: fc.option(fc.integer({ min: 1, max: 9999 })),
      workShare: fc.integer({ min: 10, max: 200 }),
      licenseExpiresOn: fc.option(day),
      groupIds: fc.subarray(groups.map(({ id }) => id)),
      presence: fc.option(
        fc.record({
          doctorId: fc.uuid(),
          timeZone: fc.constantFrom('Europe/Paris', 'Asia/Kolkata', 'America/New_York'),
          shifts,
          absences,
          version: fc.constant(1),
          updatedAt: fc.constant(new Date(0)),
        }),
      ),
    }),
    { minLength: 1, maxLength: 4, selector: ({ email }) => email },
  )
const clinic = fc.tuple(namesOf(4), namesOf(3)).chain(([labNames, groupNames]) => {
  const labs = labNames.map((identifier) => ({ id: randomUUID(), identifier: identifier.toUpperCase() }))
  const groups = groupNames.map((name) => ({ id: randomUUID(), name }))
  return fc.record({ names: fc.constant({ labs, groups }), doctors: doctorsOf(labs, groups) })
})
const separator = fc.constantFrom<SheetSeparator>('comma', 'semicolon')

const helen: EligibilityRow = {
  doctorId: randomUUID(),
  email: 'helen@clinic.example',
  fullName: 'Helen Marsh',
  readsLabIds: null,
  readsModalities: null,
  readsBodyRegions: null,
  openMinutesLimit: null,
  workShare: 100,
  licenseExpiresOn: null,
  groupIds: [],
  presence: null,
}
const north = { id: randomUUID(), identifier: '001' }
const south = { id: randomUUID(), identifier: 'SOUTH' }
const neuro = { id: randomUUID(), name: 'Neuro' }
const names: Names = { labs: [north, south], groups: [neuro] }

/** Returns what an import of the doctor's downloaded line does, with other texts in some of its cells. */
function edit(doctor: EligibilityRow, cells: Partial<Record<(typeof eligibilityColumns)[number], string>>) {
  const { lines, faults } = readSheet(writeSheet([doctor], names, { clock, separator: 'comma' }))
  const edited = lines.map(({ line, cells: own }) => {
    const changed = eligibilityColumns.map((column) => [column, cells[column] ?? own.get(column) ?? ''] as const)
    return { line, cells: new Map(changed) }
  })
  return compareSheet({ lines: edited, faults }, [doctor], names, clock)
}
const faultsOf = (doctor: EligibilityRow, cells: Parameters<typeof edit>[1]) =>
  edit(doctor, cells).check.faults.map(({ column, what }) => [column, what])

describe('the sheet of doctors', () => {
  it('changes nothing if it is imported as it was downloaded', () => {
    fc.assert(
      fc.property(clinic, separator, ({ doctors, names: theirs }, by) => {
        const sheet = readSheet(writeSheet(doctors, theirs, { clock, separator: by }))
        expect(compareSheet(sheet, doctors, theirs, clock).check).toEqual({ changes: [], unchanged: doctors.length, faults: [] })
      }),
      { numRuns: 200 },
    )
  })

  it('changes nothing if it is imported after an absence has ended', () => {
    fc.assert(
      fc.property(clinic, fc.integer({ min: 0, max: 700 }), ({ doctors, names: theirs }, days) => {
        const later = { ...clock, now: new Date(clock.now.getTime() + days * 86_400_000) }
        const sheet = readSheet(writeSheet(doctors, theirs, { clock, separator: 'comma' }))
        const { changes, faults } = compareSheet(sheet, doctors, theirs, later).check
        expect({ changes, faults }).toEqual({ changes: [], faults: [] })
      }),
    )
  })

  it('keeps a reason with several spaces when an earlier absence has ended', () => {
    const absences = [
      { from: '2026-06-30', to: '2026-07-01', reason: '' },
      { from: '2026-07-01', to: '2026-08-01', reason: 'Summer  in the; south' },
    ]
    const presence = {
      timeZone: 'Europe/Paris',
      shifts: [],
      absences,
      doctorId: helen.doctorId,
      version: 1,
      updatedAt: new Date(0),
    }
    const sheet = readSheet(writeSheet([{ ...helen, presence }], names, { clock, separator: 'comma' }))
    const tomorrow = { ...clock, now: new Date('2026-07-02T12:00:00Z') }
    expect(compareSheet(sheet, [{ ...helen, presence }], names, tomorrow).check).toEqual({
      changes: [],
      unchanged: 1,
      faults: [],
    })
  })

  it('starts no cell with a sign of a formula', () => {
    fc.assert(
      fc.property(clinic, ({ doctors, names: theirs }) => {
        const text = writeSheet(doctors, theirs, { clock, separator: 'comma' }).toString()
        expect(text.split(/^|,|;/m).filter((cell) => /^"[=+\-@]/.test(cell))).toEqual([])
      }),
    )
  })

  it('writes each change of a doctor before and after', () => {
    const [first, ...more] = edit(helen, {
      laboratories: 'south; 001',
      modalities: 'ct, mr',
      bodyRegions: 'Head; neck',
      groups: 'NEURO',
      openMinutesLimit: '240',
      workShare: '50',
      licenseExpiresOn: '31.1.2027',
      Monday: '8-12, 13:00–17:30',
      Sunday: '22:00-24:00',
      absences: '2026-12-24/2026-12-31 Holiday; 2027-01-05',
    }).changes
    expect(more).toEqual([])
    expect(first?.cells).toEqual([
      { column: 'laboratories', before: '', after: '001; SOUTH' },
      { column: 'modalities', before: '', after: 'CT; MR' },
      { column: 'bodyRegions', before: '', after: 'Head; Neck' },
      { column: 'groups', before: '', after: 'Neuro' },
      { column: 'openMinutesLimit', before: '', after: '240' },
      { column: 'workShare', before: '100', after: '50' },
      { column: 'licenseExpiresOn', before: '', after: 'until 2027-01-31' },
      { column: 'timeZone', before: '', after: 'Europe/Paris' },
      { column: 'Monday', before: '', after: '08:00-12:00, 13:00-17:30' },
      { column: 'Sunday', before: '', after: '22:00-24:00' },
      { column: 'absences', before: '', after: '2026-12-24/2026-12-31 Holiday; 2027-01-05/2027-01-05' },
    ])
    expect(first?.facts.readsLabIds?.toSorted()).toEqual([north.id, south.id].toSorted())
  })

  it('keeps a name that a spreadsheet takes for a number', () => {
    const text = writeSheet([{ ...helen, readsLabIds: [north.id] }], names, { clock, separator: 'comma' }).toString()
    expect(text).toContain('"001;"')
  })

  it.each([
    ['laboratories', 'NOWHERE', 'The laboratory "NOWHERE" does not exist. Write semicolons between several.'],
    ['laboratories', 'none', 'The laboratory "none" does not exist. Write semicolons between several.'],
    ['modalities', 'CT; XX', 'XX is not a modality. Write codes such as CT, MR.'],
    ['groups', 'Neuro; Chest', 'The group "Chest" does not exist. Write semicolons between several.'],
    ['openMinutesLimit', '0', 'Write whole minutes from 1 to 9999.'],
    ['workShare', '5', 'Write a whole percentage from 10 to 200.'],
    ['licenseExpiresOn', '03/04/2027', 'Write a date as until 2027-01-31. Spreadsheets may change a date without "until".'],
    ['licenseExpiresOn', 'until 2027-02-29', 'Write a date as until 2027-01-31. Spreadsheets may change a date without "until".'],
    ['licenseExpiresOn', 'until 2026-06-30', 'This day is over.'],
    ['timeZone', 'Mars/Base', 'Write a time zone such as Europe/London.'],
    ['Monday', '8-16, 15-17', 'The shifts overlap.'],
    ['Monday', '8-8', 'Write times such as 08:00-16:00, 22:00-06:00, each with an end that differs from its start.'],
    ['absences', 'tomorrow', 'Write days such as 2026-12-24/2026-12-31 Holiday, and semicolons between several.'],
    ['absences', '2026-12-24/2026-12-23', 'The last day must not be before the first.'],
    ['absences', '2026-06-24/2026-06-30', 'The absence until 2026-06-30 is over.'],
    ['fullName', 'Helen Smith', 'The doctor with this email is Helen Marsh. Names are changed on the page Doctors.'],
    ['version', '', 'Copy the version from the downloaded file.'],
  ] as const)('names what is wrong in the column %s: %s', (column, cell, what) => {
    const change = column === 'version' || column === 'fullName' ? { workShare: '50' } : {}
    expect(faultsOf(helen, { ...change, [column]: cell })).toEqual([[column, what]])
  })

  it('finds a shift that overlaps one of the day before', () => {
    const overlap = 'The shifts overlap.'
    expect(faultsOf(helen, { Sunday: '22-7', Monday: '6-14' })).toEqual([
      ['Monday', overlap],
      ['Sunday', overlap],
    ])
  })

  it('does not ask again for a license that is over already', () => {
    const { changes, check } = edit({ ...helen, licenseExpiresOn: '2020-01-01' }, { workShare: '50' })
    expect([check.faults, changes.map(({ facts }) => facts.licenseExpiresOn)]).toEqual([[], ['2020-01-01']])
  })
})
