import type { User } from '@readroom/contracts/access/auth'
import { maxReportBytes, reportFileTypes } from '@readroom/contracts/reports/reports'
import type { AssignedDoctor } from '@readroom/contracts/studies/studies'

const extensions = Object.keys(reportFileTypes)

/** The accepted extensions, for the file chooser. */
export const acceptedFiles = extensions.map((extension) => `.${extension}`).join(',')

/** Returns why a file can't be a report, or null if it can. The server also checks its bytes. */
export function refuseFile(file: File): string | null {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) return 'This file type is not accepted. Please choose a .pdf, .doc, .docx or .txt file.'
  if (file.size > maxReportBytes) return 'The file is too large. Reports can be up to 10MB.'
  return file.size === 0 ? 'This file is empty.' : null
}

/** Returns the doctor a report is filed for: a doctor's own assignment, for other users the last assigned doctor. The server refuses a wrong one. */
export function reportingDoctor(
  assignments: readonly AssignedDoctor[],
  user: Pick<User, 'doctorId'>,
): AssignedDoctor | undefined {
  const latest = assignments.toSorted((a, b) => b.assignedAt.localeCompare(a.assignedAt))
  return latest.find(({ doctorId }) => doctorId === user.doctorId) ?? latest[0]
}
