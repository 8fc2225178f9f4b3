import { readFile } from 'node:fs/promises'
import { hl7Doctors } from '@readroom/contracts/core/person-names'
import { namedCases } from '@readroom/contracts/testing/named-cases'
import { doctors } from '@readroom/db/people/doctors.schema'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOutgoing } from './outgoing.fixture.ts'
import { dump } from './reports/results/channels/dicom.fixture.ts'

type System = Awaited<ReturnType<typeof openOutgoing>>
type Sent = System & { sent: Awaited<ReturnType<System['report']>> }
type Case = (typeof namedCases)[number]

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
const isLatin = (word: string) => /^\p{Script=Latin}+$/u.test(word)

const segmentOf = async ({ sent }: Sent, name: string) =>
  (await readFile(await sent.write('hl7'), 'utf8'))
    .split('\r')
    .find((line) => line.startsWith(`${name}|`))
    ?.split('|') ?? []
const escaped = (text: string) => text.replaceAll('&', '\\T\\')
const trimmed = (parts: readonly string[], separator: string) =>
  parts
    .slice(0, parts.findLastIndex((part) => part !== '') + 1)
    .map(escaped)
    .join(separator)

/** Where a patient's name leaves the system: what is said there, and what is right. */
const places: Record<string, (sent: Sent, named: Case) => Promise<[said: unknown, right: unknown]>> = {
  'HL7 (PID-5)': async (sent, { hl7 }) => [(await segmentOf(sent, 'PID'))[5], hl7.map((one) => trimmed(one, '^')).join('~')],
  'structured report': async ({ sent }, { pn, dicom = pn }) => [(await dump(await sent.write('sr'))).get('PatientName'), dicom],
  'PDF for an image archive': async ({ sent }, { pn, dicom = pn }) => [
    (await dump(await sent.write('pdf'))).get('PatientName'),
    dicom,
  ],
  'PDF of a report': async ({ sent }, { row }) => {
    // Lines break long words. Arabic letters have other forms, and another direction.
    const text = (await sent.pdfText()).replace(/[^\p{L}\p{N}]/gu, '')
    return [wordsOf(row ?? '').filter((word) => isLatin(word) && !text.includes(word)), []]
  },
  'Word document': async ({ sent }, { row }) => {
    const words = wordsOf(await sent.wordText())
    return [wordsOf(row ?? '').filter((word) => !words.includes(word)), []]
  },
  spreadsheet: async ({ sheetOf, sent }, { row }) => [(await sheetOf(sent.study.id)).get('Patient Name'), row],
  FHIR: async ({ readFhir, sent }, { fhir }) => [(await readFhir(`/fhir/Patient/${sent.study.patientRowId}`)).name, fhir],
}

/** Where the name of the doctor who signed leaves it. */
const ofSigner: Record<string, (sent: Sent, named: Case) => Promise<[said: unknown, right: unknown]>> = {
  'HL7 (OBR-32)': async (sent, { pn }) => {
    const [one = []] = hl7Doctors(pn, null)
    return [(await segmentOf(sent, 'OBR'))[32], trimmed(one.slice(0, 6), '&')]
  },
  'structured report': async ({ sent }, { pn, dicom = pn }) => [
    (await dump(await sent.write('sr'))).get('VerifyingObserverName'),
    dicom,
  ],
  FHIR: async ({ readFhir }, { fhir }) => [(await readFhir('/fhir/Practitioner')).entry[0].resource.name, fhir],
}

describe.each(namedCases)('a name $kind', (named) => {
  let sent: Sent
  beforeAll(async () => {
    const { pn, row } = named
    const { doctorId } = system.laboratory.assignedDoctor
    await system.db
      .update(doctors)
      .set({ personName: pn })
      .where(eq(doctors.id, doctorId ?? ''))
    const patient = { patientName: row, dicomPatientName: pn, patientPn: pn }
    sent = { ...system, sent: await system.report(patient) }
  })

  test.each(Object.entries(places))('of a patient is right in: %s', async (_, tell) => {
    const [said, right] = await tell(sent, named)
    expect(said).toEqual(right)
  })

  test.each(Object.entries(ofSigner))('of a signer is right in: %s', async (_, tell) => {
    const [said, right] = await tell(sent, named)
    expect(said).toEqual(right)
  })
})

let system: System
beforeAll(async () => {
  system = await openOutgoing('UTC')
})
afterAll(() => system.close())
