import { addedDoctorId, type SimulationChanges } from '@readroom/contracts/turnaround/assignment-simulations'
import type { SimulatedReader, SimulationInput } from './simulation.ts'

/** Returns another doctor who works and reads like one of the readers. Nobody if that one cannot be assigned. */
function addedReader(readers: readonly SimulatedReader[], added: SimulationChanges['addedDoctor']): SimulatedReader[] {
  const like = readers.find(({ doctorId, isAssignable }) => isAssignable && doctorId === added?.likeDoctorId)
  return like ? [{ ...like, doctorId: addedDoctorId }] : []
}

/** Returns what a simulation works on with other rules and doctors. */
export function withChanges(input: SimulationInput, { addedDoctor, rulesOff, shares }: SimulationChanges): SimulationInput {
  const shareOf = new Map(shares.map(({ doctorId, share }) => [doctorId, share]))
  const readers = [...input.readers, ...addedReader(input.readers, addedDoctor)]
  return {
    ...input,
    rulesOff,
    readers: readers.map((reader) => ({ ...reader, share: shareOf.get(reader.doctorId) ?? reader.share })),
  }
}
