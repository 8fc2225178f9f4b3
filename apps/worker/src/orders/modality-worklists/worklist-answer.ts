import { dicomName } from '@readroom/contracts/core/person-names'
import type { Sex } from '@readroom/contracts/core/primitives'
import type { WorklistItem } from '@readroom/db/orders/worklist-items'
import { studyUidOf } from '@readroom/domain/patients/matching/order-study-uid'
import type { z } from 'zod'
import { type Elements, itemOf } from './worklist-question.ts'

/** The longest values of SH and LO (PS3.5 section 6.2). */
const shortLength = 16
const longLength = 64

/** A longer number cannot go to a scanner, and a cut one would be another number. So would one with a backslash: another value begins behind it. */
const fits = (text: string, length: number) => text.length <= length && !text.includes('\\')
const shortOr = (text: string | null, instead: string) => (text !== null && fits(text, shortLength) ? text : instead)
const longOr = (text: string | null, instead: string) => (text !== null && fits(text, longLength) ? text : instead)

/** Returns words in one line, without a backslash, and cut if they are too long. */
const wordsOf = (text: string | null, length: number) => (text ?? '').replace(/[\s\\]+/g, ' ').slice(0, length)

const sexes: Record<z.infer<typeof Sex>, string> = { M: 'M', F: 'F', O: 'O' }
const priorities = { EMERGENCY: 'STAT', STAT: 'STAT', URGENT: 'HIGH', HIGH: 'HIGH', NORMAL: 'ROUTINE' } as const

/** Returns a code sequence; empty without a code that a scanner can be told. */
const codeOf = (code: string | null, system: string | null, meaning: string): Elements[] =>
  code !== null && fits(code, shortLength)
    ? [{ CodeValue: code, CodingSchemeDesignator: shortOr(system, '99READROOM'), CodeMeaning: meaning }]
    : []

/** An item with all its elements (PS3.4 table K.6-1). `aeTitle` is that of the scanner that asks. */
function elementsOf({ order, step, date, time }: WorklistItem, aeTitle: string): Elements {
  // Unique for a laboratory in practice, and short enough.
  const id = shortOr(order.procedureId, order.id.replaceAll('-', '').slice(-12).toUpperCase())
  const description = wordsOf(order.procedureDescription ?? order.procedureCode ?? 'Examination', longLength)
  const requested = codeOf(order.procedureCode, order.procedureCodingSystem, description)
  const ofStep = step.description === null ? description : wordsOf(step.description, longLength)
  // The protocol of another step would be another examination.
  const isOwn = step.description !== null || (step.code ?? null) !== null
  const protocol = isOwn ? codeOf(step.code ?? null, step.codingSystem ?? null, ofStep) : requested
  const [patientId] = order.patientIds
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    AccessionNumber: shortOr(order.accessionNumber, ''),
    ReferringPhysicianName: dicomName(order.orderingPhysician),
    PatientName: dicomName(order.patientName),
    PatientID: longOr(patientId?.id ?? null, ''),
    IssuerOfPatientID: longOr(patientId?.authority ?? null, ''),
    PatientBirthDate: order.patientBirthDate?.replaceAll('-', '') ?? '',
    PatientSex: order.patientSex === null ? '' : sexes[order.patientSex],
    PatientWeight: '',
    MedicalAlerts: '',
    Allergies: '',
    PregnancyStatus: '',
    StudyInstanceUID: studyUidOf(order),
    RequestingPhysician: dicomName(order.orderingPhysician),
    RequestedProcedureDescription: description,
    RequestedProcedureCodeSequence: requested,
    AdmissionID: '',
    CurrentPatientLocation: wordsOf(order.patientLocation, longLength),
    RequestedProcedureID: id,
    RequestedProcedurePriority: order.priority === null ? '' : priorities[order.priority],
    ReasonForTheRequestedProcedure: wordsOf(order.indication, longLength),
    PatientTransportArrangements: '',
    ReferencedStudySequence: [],
    ReferencedPatientSequence: [],
    ScheduledProcedureStepSequence: [
      {
        Modality: step.modality ?? '',
        RequestedContrastAgent: '',
        ScheduledStationAETitle: step.aeTitle ?? aeTitle,
        ScheduledProcedureStepStartDate: date,
        ScheduledProcedureStepStartTime: time,
        ScheduledPerformingPhysicianName: '',
        ScheduledProcedureStepDescription: ofStep,
        ScheduledProtocolCodeSequence: protocol,
        ScheduledProcedureStepID: shortOr(step.id, id),
        ScheduledStationName: wordsOf(step.station, shortLength),
        ScheduledProcedureStepLocation: '',
        PreMedication: '',
      },
    ],
  }
}

const pick = (elements: Elements, keys: Elements): Elements =>
  Object.fromEntries(Object.entries(elements).filter(([keyword]) => keyword in keys))

/**
 * Returns an item with the elements that were asked for, as PS3.4 section C.4.1.1.3.2 demands. A question without keys, or with an empty sequence, gets
 * all of them.
 */
export function answerOf(item: WorklistItem, asked: Elements, aeTitle: string): Elements {
  const all = elementsOf(item, aeTitle)
  const { SpecificCharacterSet, ScheduledProcedureStepSequence, ...elements } = all
  const isEmpty = Object.keys(asked).every((keyword) => keyword === 'SpecificCharacterSet')
  if (isEmpty) return all
  const step = itemOf(asked.ScheduledProcedureStepSequence)
  const wanted = Object.keys(step).length === 0 ? itemOf(ScheduledProcedureStepSequence) : step
  return {
    SpecificCharacterSet,
    ...pick(elements, asked),
    ...('ScheduledProcedureStepSequence' in asked && {
      ScheduledProcedureStepSequence: [pick(itemOf(ScheduledProcedureStepSequence), wanted)],
    }),
  }
}
