import type { Buffer } from 'node:buffer'
import { hl7Doctors, hl7Names } from '@readroom/contracts/core/person-names'
import {
  components,
  digits,
  encode,
  entity,
  header,
  instant,
  nameField,
  patientId,
  segment,
  text,
} from '@readroom/hl7/message/write'
import type { PatientRecipe } from '../dicom/make-study.ts'
import { protocols } from '../studies/study-entry.ts'
import { hospitalAuthority, modalityOf, type Visit } from './hospital-visits.ts'

/** MSH-4 of the hospital's messages. */
export const hospitalFacility = 'CITY_HOSPITAL'

const headerOf = (type: string, controlId: string, sentAt: Date) =>
  header({
    sendingApplication: 'HIS',
    sendingFacility: hospitalFacility,
    receivingApplication: 'READROOM',
    receivingFacility: '',
    sentAt,
    type,
    controlId,
    processingId: 'P',
  })

type Contact = { address?: readonly string[]; phone?: string }

const numbered = (id: string) => ({ id, authority: hospitalAuthority })

const pid = ({ id, name, birthDate, sex }: PatientRecipe, { address = [], phone = '' }: Contact = {}) =>
  segment('PID', {
    1: '1',
    3: patientId(numbered(id)),
    5: nameField(hl7Names(name)),
    7: digits(birthDate),
    8: sex ?? 'U',
    11: components(...address),
    13: text(phone),
  })

const orc = ({ number, orderedAt, referrer }: Visit, timing = '') =>
  segment('ORC', {
    1: 'NW',
    2: entity(numbered(number)),
    7: timing,
    9: instant(orderedAt),
    12: nameField(hl7Doctors(referrer, null)),
  })

const procedure = ({ code, protocol }: Visit) => components(code, protocols[protocol].description, hospitalAuthority)

/** Returns an order as older systems send it: the numbers are in OBR. */
function ormMessage(visit: Visit): Buffer {
  const { number, orderedAt, scheduledAt, priority, referrer, accessionNumber, indication } = visit
  return encode([
    headerOf('ORM^O01^ORM_O01', `${number}-1`, orderedAt),
    pid(visit.patient),
    orc(visit, components('', '', '', instant(scheduledAt), '', priority)),
    segment('OBR', {
      1: '1',
      2: entity(numbered(number)),
      4: procedure(visit),
      16: nameField(hl7Doctors(referrer, null)),
      18: text(accessionNumber),
      24: modalityOf(visit),
      31: components('', indication),
    }),
  ])
}

/** Returns an imaging order of version 2.5.1: the numbers are in IPC, the time in TQ1. */
function omiMessage(visit: Visit): Buffer {
  const { number, orderedAt, scheduledAt, priority, referrer, accessionNumber, indication } = visit
  return encode([
    headerOf('OMI^O23^OMI_O23', `${number}-1`, orderedAt),
    pid(visit.patient),
    orc(visit),
    segment('TQ1', { 1: '1', 7: instant(scheduledAt), 9: priority }),
    segment('OBR', { 1: '1', 2: entity(numbered(number)), 4: procedure(visit), 16: nameField(hl7Doctors(referrer, null)) }),
    segment('NTE', { 1: '1', 3: text(indication) }),
    segment('IPC', { 1: text(accessionNumber), 5: modalityOf(visit) }),
  ])
}

/** Returns the message that orders a visit. */
export const orderMessage = (visit: Visit): Buffer => (visit.orderedBy === 'ORM' ? ormMessage(visit) : omiMessage(visit))

/** Returns the message that tells where a patient lives (A08). */
export const updateMessage = (patient: PatientRecipe, contact: Contact, sentAt: Date): Buffer =>
  encode([
    headerOf('ADT^A08^ADT_A01', `${patient.id}-A08`, sentAt),
    segment('EVN', { 2: instant(sentAt) }),
    pid(patient, contact),
  ])

/** Returns the message that a patient has another ID, too (A40). `patient` is the one who stays. */
export const mergeMessage = (patient: PatientRecipe, previousId: string, sentAt: Date): Buffer =>
  encode([
    headerOf('ADT^A40^ADT_A39', `${patient.id}-A40`, sentAt),
    segment('EVN', { 2: instant(sentAt) }),
    pid(patient),
    segment('MRG', { 1: patientId(numbered(previousId)) }),
  ])
