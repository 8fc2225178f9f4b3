import { setTimeout as sleep } from 'node:timers/promises'
import { clinicTime } from '../clinic-time.ts'
import { makeStudy } from '../dicom/make-study.ts'
import { uidOf } from '../dicom/uid.ts'
import { type Destination, sendStudies } from '../studies/send-studies.ts'
import { mergeMessage, orderMessage, updateMessage } from './hospital-messages.ts'
import { hospitalPatients, knownId, modalityOf, recipeOfVisit, type Visit } from './hospital-visits.ts'
import type { Journal } from './journal.ts'
import { beginExamination, endExamination, type Item, readWorklist, type WorklistPlace } from './scanner.ts'
import { sendMessage } from './send-message.ts'

/** The places of Readroom that the hospital's systems connect to. */
export interface HospitalLinks {
  orders: { host: string; port: number }
  worklist: WorklistPlace
  archive: Destination
}

export interface Hospital {
  links: HospitalLinks
  journal: Journal
  timeZone: string
  /** Has the report of a study written and signed. */
  report: (visit: Visit, studyInstanceUid: string) => Promise<void>
}

const nothing = {}
/** An order is on the worklist as soon as its message is acknowledged. */
const ASK_AGAIN_MS = 500
const ASK_TIMES = 20

async function findItem(place: WorklistPlace, { accessionNumber }: Visit): Promise<Item> {
  for (let asked = 0; asked < ASK_TIMES; asked += 1) {
    const item = (await readWorklist(place)).find((each) => each.accessionNumber === accessionNumber)
    if (item) return item
    await sleep(ASK_AGAIN_MS)
  }
  throw new Error(`The order ${accessionNumber} is not on the worklist`)
}

/** Examines the patient of an order. Returns the UID of the study. */
async function examine({ links, journal, timeZone }: Hospital, visit: Visit): Promise<string> {
  const { number, scheduledAt, stage, accessionNumber } = visit
  const found = await journal.once(`worklist ${number}`, async () => ({ ...(await findItem(links.worklist, visit)) }))
  const item = { accessionNumber, studyInstanceUid: found.studyInstanceUid ?? '', patientId: found.patientId ?? '' }
  const stepUid = uidOf(`hospital step ${item.studyInstanceUid}`)
  await journal.once(`begin ${number}`, async () => {
    const begun = { item, modality: modalityOf(visit), ...clinicTime(scheduledAt, 0, timeZone) }
    await beginExamination(links.worklist, stepUid, begun)
    return nothing
  })
  if (stage === 'inScanner') return item.studyInstanceUid
  await journal.once(`images ${number}`, async () => {
    await sendStudies({ ...links.archive, files: makeStudy(recipeOfVisit(visit, item, timeZone)) })
    return nothing
  })
  await journal.once(`end ${number}`, async () => {
    await endExamination(links.worklist, stepUid)
    return nothing
  })
  return item.studyInstanceUid
}

/** Sends the hospital's orders, examines its patients, and waits for their reports. A step that is done is not repeated. */
export async function playVisits(hospital: Hospital, visits: readonly Visit[]): Promise<void> {
  const { links, journal, report } = hospital
  const send = (step: string, message: Buffer) =>
    journal.once(step, async () => {
      await sendMessage(links.orders, message)
      return nothing
    })
  for (const visit of visits) await send(`order ${visit.number}`, orderMessage(visit))
  const examined: { visit: Visit; studyInstanceUid: string }[] = []
  for (const visit of visits)
    if (visit.stage !== 'scheduled') examined.push({ visit, studyInstanceUid: await examine(hospital, visit) })
  for (const { visit, studyInstanceUid } of examined) {
    if (visit.stage !== 'reported') continue
    await journal.once(`report ${visit.number}`, async () => {
      await report(visit, studyInstanceUid)
      return nothing
    })
  }
}

/** Tells where a patient lives, and that two IDs are one person. */
export async function playAdmissions({ links, journal }: Pick<Hospital, 'links' | 'journal'>, sentAt: Date): Promise<void> {
  const { french, emergency } = hospitalPatients
  const contact = { address: ['8 Mirage Street', '', 'Exampleton', '', '00100'], phone: '+00 555 0188' }
  const messages = {
    update: updateMessage(french, contact, sentAt),
    merge: mergeMessage({ ...emergency, id: knownId }, emergency.id, sentAt),
  }
  for (const [step, message] of Object.entries(messages)) {
    await journal.once(step, async () => {
      await sendMessage(links.orders, message)
      return nothing
    })
  }
}
