import type { User } from '@readroom/contracts/auth'
import { maxReportBytes, reportFileTypes } from '@readroom/contracts/reports'
import type { AssignedDoctor } from '@readroom/contracts/studies'

const extensions = Object.keys(reportFileTypes)

/** For the file chooser. */
export const acceptedFiles = extensions.map((extension) => `.${extension}`).join(',')

/** Why a file cannot be a report; null when it can. The server looks at its bytes as well. */
export function refuseFile(file: File): string | null {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) return 'This file type is not accepted. Please choose a .pdf, .doc, .docx or .txt file.'
  if (file.size > maxReportBytes) return 'The file is too large. Reports can be up to 10MB.'
  return file.size === 0 ? 'This file is empty.' : null
}

/** The doctor a report is filed for: a doctor's own assignment, for others the last assigned doctor. The server refuses a wrong one. */
export function reportingDoctor(
  assignments: readonly AssignedDoctor[],
  user: Pick<User, 'doctorId'>,
): AssignedDoctor | undefined {
  const latest = assignments.toSorted((a, b) => b.assignedAt.localeCompare(a.assignedAt))
  return latest.find(({ doctorId }) => doctorId === user.doctorId) ?? latest[0]
}
