import { AppError } from '@readroom/contracts/core/errors'
import { readHumanNames } from '@readroom/contracts/core/person-names'
import type { Priority } from '@readroom/contracts/core/primitives'
import type { FhirConcept, FhirIdentifier, NewServiceRequest } from '@readroom/contracts/fhir/fhir-service-request'
import { maxIndication, OrderCommand, type OrderPatient } from '@readroom/contracts/orders/orders'
import type { Db } from '@readroom/db/core/client'
import { listFhirPatients } from '@readroom/db/fhir/fhir-patients'
import { z } from 'zod'
import { dicomCodes, type LabSystems } from './fhir-codes.ts'

const refuse = (element: string, why: string): AppError =>
  new AppError('FHIR_ELEMENT_INVALID', { element: `ServiceRequest.${element}`, why })

/** FHIR's `asap` is more urgent than its `urgent`. As over HL7, both have the deadline of URGENT. */
const priorities: Record<NonNullable<NewServiceRequest['priority']>, Priority> = {
  routine: 'NORMAL',
  urgent: 'URGENT',
  asap: 'URGENT',
  stat: 'STAT',
}

const sexes = { male: 'M', female: 'F', other: 'O', unknown: null } as const

type Kind = { code: 'PLAC' | 'FILL' | 'ACSN'; system: string }

/** Returns the number of a kind, known by its type or its system. Throws FHIR_ELEMENT_INVALID for two, or for a type and a system that differ. */
function numberOf(identifiers: readonly FhirIdentifier[], { code, system }: Kind): string | null {
  const found = identifiers.filter((each) => each.system === system || each.type?.coding?.some((coding) => coding.code === code))
  const [first, ...others] = found
  if (others.length > 0) throw refuse('identifier', `has ${code} more than once`)
  if (first?.system !== undefined && first.system !== system)
    throw refuse('identifier', `of type ${code} must have the system ${system}`)
  return first?.value ?? null
}

type Patient = { id: string | null; name: string | null; birthDate: string | null; sex: 'M' | 'F' | 'O' | null }

/** Returns the value of a patient ID. Throws FHIR_ELEMENT_INVALID for that of another system. */
function patientIdOf(element: string, given: FhirIdentifier | undefined, systems: LabSystems): string | null {
  if (given?.system !== undefined && given.system !== systems.patient)
    throw refuse(element, `must have the system ${systems.patient}`)
  return given?.value ?? null
}

async function readPatient(
  db: Db,
  labId: string,
  { subject, contained }: NewServiceRequest,
  systems: LabSystems,
): Promise<Patient> {
  const { reference } = subject
  if (reference?.startsWith('#')) {
    const patient = contained?.find(({ id }) => `#${id}` === reference)
    if (!patient) throw refuse('subject.reference', 'names nothing that is contained')
    const [identifier] = patient.identifier ?? []
    return {
      id: patientIdOf('contained.identifier', identifier, systems),
      name: readHumanNames(patient.name ?? []),
      birthDate: patient.birthDate ?? null,
      sex: patient.gender ? sexes[patient.gender] : null,
    }
  }
  if (reference !== undefined) {
    const id = z.uuid().safeParse(reference.replace('Patient/', ''))
    const [known] = id.success ? await listFhirPatients(db, { labId, ids: [id.data], limit: 1 }) : []
    if (!known) throw refuse('subject.reference', 'names no patient of the laboratory')
    return { id: known.patientId, name: known.pn ?? known.name, birthDate: known.birthDate, sex: known.sex }
  }
  const id = patientIdOf('subject.identifier', subject.identifier, systems)
  return { id, name: subject.display ?? null, birthDate: null, sex: null }
}

function patientOf({ id, ...who }: Patient): OrderPatient {
  if (id === null && who.name === null) throw refuse('subject', 'must name the patient')
  return { ids: id === null ? [] : [{ id, authority: null }], ...who }
}

const wordsOf = ({ text, coding }: FhirConcept): string | undefined => text ?? coding?.find(({ display }) => display)?.display

function modalityOf(details: readonly FhirConcept[]): string | undefined {
  return details.flatMap(({ coding = [] }) => coding).find(({ system }) => system === dicomCodes)?.code
}

function procedureOf(code: FhirConcept | undefined): OrderCommand['procedure'] {
  const [coding] = code?.coding ?? []
  return code && { code: coding?.code, codingSystem: coding?.system?.slice(0, 64), description: wordsOf(code) }
}

/** Returns the order that a ServiceRequest asks for. Throws FHIR_ELEMENT_INVALID, which names the element. */
export async function readNewOrder(
  db: Db,
  labId: string,
  request: NewServiceRequest,
  systems: LabSystems,
): Promise<OrderCommand> {
  const { identifier, priority, code, orderDetail = [], occurrenceDateTime, requester, reasonCode = [], note = [] } = request
  const placer = numberOf(identifier, { code: 'PLAC', system: systems.placer })
  if (placer === null) throw refuse('identifier', 'must have a placer number, of type PLAC')
  const filler = numberOf(identifier, { code: 'FILL', system: systems.filler })
  const indication = [...reasonCode.map(wordsOf), ...note.map(({ text }) => text)].filter(Boolean).join('\n')
  if (indication.length > maxIndication) throw refuse('reasonCode', `is longer than ${maxIndication} characters`)
  const command = OrderCommand.safeParse({
    control: 'new',
    placer: { number: placer, authority: null },
    filler: filler === null ? null : { number: filler, authority: null },
    accessionNumber: numberOf(identifier, { code: 'ACSN', system: systems.accession }),
    procedure: procedureOf(code),
    modality: modalityOf(orderDetail),
    priority: priority && priorities[priority],
    indication: indication === '' ? null : indication,
    orderingPhysician: requester?.display,
    scheduledAt: occurrenceDateTime && new Date(occurrenceDateTime).toISOString(),
    patient: patientOf(await readPatient(db, labId, request, systems)),
  } satisfies z.input<typeof OrderCommand>)
  if (command.success) return command.data
  const [issue] = command.error.issues
  throw refuse(elementOf(String(issue?.path[0])), 'has a value that an order cannot have')
}

const elements: Record<string, string> = {
  placer: 'identifier',
  filler: 'identifier',
  accessionNumber: 'identifier',
  procedure: 'code',
  modality: 'orderDetail',
  indication: 'reasonCode',
  orderingPhysician: 'requester',
  scheduledAt: 'occurrenceDateTime',
  patient: 'subject',
}
const elementOf = (field: string): string => elements[field] ?? field
