import { capital } from '../../lib/format.ts'

/** Fields of the record that are not called by their own words. */
const special: Record<string, string> = {
  lmp: 'LMP',
  mlcCase: 'MLC case',
  dateOfBirth: 'DOB',
  fullName: 'Patient name',
  patientId: 'Patient ID',
  procedureCode: 'Code',
  caseFlags: 'Marked',
  examType: 'Study type',
  priorityLevel: 'Priority level',
}

/** How a field of a change is called: `requestingMobile` is Requesting mobile. */
export function fieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return special[field] ?? capital(words)
}
