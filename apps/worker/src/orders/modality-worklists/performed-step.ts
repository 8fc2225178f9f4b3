import { Uid } from '@readroom/contracts/core/primitives'
import type { PerformedStepState } from '@readroom/contracts/orders/orders'
import type { Begins } from '@readroom/db/core/locks'
import { type BegunStep, beginStep, changeStep, type StepChange, type StepScanner } from '@readroom/domain/orders/performed-steps'
import dimse from 'dcmjs-dimse'
import type { FromListener } from './worklist-messages.ts'
import { type Elements, itemsOf, textOf } from './worklist-question.ts'

const { Status } = dimse.constants

/** The most scheduled steps that are read of one performed step. */
export const maxScheduled = 50

/** The values of Performed Procedure Step Status. */
export const stepStates = new Map<string, PerformedStepState>([
  ['IN PROGRESS', 'inProgress'],
  ['COMPLETED', 'completed'],
  ['DISCONTINUED', 'discontinued'],
])

/** The statuses of N-SET (PS3.4 section F.7.2.2.2). A step that has ended may no longer be changed. */
export const statusOfChange: Record<StepChange, number> = {
  done: Status.Success,
  unknown: Status.NoSuchObjectInstance,
  ended: Status.ProcessingFailure,
}

/** Returns null if the state is none, and undefined if none is given. */
function stateOf({ PerformedProcedureStepStatus: given }: Elements): PerformedStepState | null | undefined {
  const text = textOf(given)
  return text === '' ? undefined : (stepStates.get(text.toUpperCase()) ?? null)
}

const scheduledOf = ({ ScheduledStepAttributesSequence: sequence }: Elements): BegunStep['scheduled'] =>
  itemsOf(sequence)
    .slice(0, maxScheduled)
    .map((item) => ({
      studyInstanceUid: Uid.safeParse(textOf(item.StudyInstanceUID)).data ?? '',
      accessionNumber: textOf(item.AccessionNumber),
    }))

type StepRequest = Extract<FromListener, { kind: 'step' }>

/**
 * Does what a scanner says of a step that it performs: N-CREATE and N-SET of Modality Performed Procedure Step (PS3.4 annex F.7). Returns the status of
 * the answer (PS3.7 annex C), once the change is stored.
 */
export async function takeStep(db: Begins, { labId, aeTitle, action, sopInstanceUid, elements }: StepRequest): Promise<number> {
  const scanner: StepScanner = { labId, aeTitle }
  const state = stateOf(elements)
  if (state === null || !Uid.safeParse(sopInstanceUid).success) return Status.InvalidAttributeValue
  if (action === 'set') {
    const change = { sopInstanceUid, state: state ?? null }
    return statusOfChange[await db.transaction((tx) => changeStep(tx, scanner, change))]
  }
  if (state === undefined) return Status.MissingAttributeValue
  const step = { sopInstanceUid, state, patientId: textOf(elements.PatientID), scheduled: scheduledOf(elements) }
  const isNew = await db.transaction((tx) => beginStep(tx, scanner, step))
  return isNew ? Status.Success : Status.DuplicateSOPInstance
}
