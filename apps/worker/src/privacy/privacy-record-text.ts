import type { PatientData } from '@readroom/db/privacy/privacy-export'

type Row = Record<string, unknown>

const words = (name: string) => name.replaceAll('_', ' ')

/** Returns the text of a row: a line for each value that is present. */
function linesOf(row: Row | null, depth: number): string[] {
  const indent = '  '.repeat(depth)
  return Object.entries(row ?? {}).flatMap(([name, value]) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
    const said = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return [`${indent}${words(name)}: ${said}`]
  })
}

function section(title: string, rows: readonly Row[], depth: number): string[] {
  if (rows.length === 0) return []
  return ['', `${'  '.repeat(depth)}${title}`, ...rows.flatMap((row) => [...linesOf(row, depth + 1), ''])]
}

/** The record for reading: everything that `record.json` holds, as lines of text. */
export function recordText({ patient, joinedRecords, formerIds, documents, orders, studies, ...data }: PatientData): string {
  const lines = [
    'DATA KEPT ABOUT YOU',
    '',
    ...linesOf(patient, 0),
    ...(formerIds.length > 0 ? [`former patient ids: ${formerIds.join(', ')}`] : []),
    ...section('YOUR OTHER RECORDS', joinedRecords, 0),
    ...section('MERGES OF YOUR RECORDS', data.merges, 0),
    ...section('CHANGES THAT WERE ASKED FOR', data.waitingChanges, 0),
    ...section('DOCUMENTS', documents, 0),
    ...section('ORDERS', orders, 0),
    ...studies.flatMap((study, index) => [
      '',
      `STUDY ${index + 1}`,
      ...linesOf(study.study, 1),
      ...linesOf(study.details, 1),
      ...section('Series', study.series, 1),
      ...section('Signed reports', study.signedReports, 1),
      ...(study.draft ? section('Draft', [study.draft], 1) : []),
      ...section('Critical results', study.criticalResults, 1),
      ...section('Key images', study.keyImages, 1),
      ...section('Comments', study.comments, 1),
      ...section('Assignments', study.assignments, 1),
      ...section('Sent to', study.dispatches, 1),
      ...section('History', study.history, 1),
    ]),
  ]
  return `${lines.join('\r\n')}\r\n`
}
