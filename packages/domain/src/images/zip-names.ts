/** The fields of a study that its file names are made of. */
export type NamedStudy = {
  patientName: string | null
  patientId: string | null
  modalities: readonly string[]
  studyDate: string | null
}

/** Of a part, and of the whole: file systems take 255 bytes, letters outside ASCII take several each, and extensions and numbers come on top. */
const most = { part: 40, bytes: 180 } as const
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Matches separators at the beginning and the end of a name. */
const edges = /^[_-]+|(?<![_-])[_-]+$/g

/** A part of a name: letters, digits and single underscores or hyphens, of any script; nothing that a file system or a shell takes for more. */
function part(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
    .replaceAll(edges, '')
  return [...plain].slice(0, most.part).join('')
}

/** Cuts a text to a number of bytes, without half letters. */
function fit(name: string): string {
  let left = name
  while (Buffer.byteLength(left) > most.bytes) left = [...left].slice(0, -1).join('')
  return left
}

/** `Surname_Given_ID_CT_2026-11-21`, of what is known; `Study` if nothing is. */
export function studyName({ patientName, patientId, modalities, studyDate }: NamedStudy): string {
  const known = [patientName ?? '', patientId ?? '', modalities.join('-'), studyDate ?? '']
    .map(part)
    .filter((text) => text !== '')
  const name = fit(known.join('_')).replaceAll(edges, '')
  return name === '' || reserved.test(name) ? 'Study' : name
}

/** The names in their order, numbered if two were the same, also if case makes no difference. `extension` with its dot. */
function unlike(names: readonly { name: string; extension: string }[]): string[] {
  const taken = new Set<string>()
  return names.map(({ name, extension }) => {
    let unique = `${name}${extension}`
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name}_${number}${extension}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** One folder for each study, in their order: no two are the same, also if case makes no difference. */
export const folderNames = (studies: readonly NamedStudy[]): string[] =>
  unlike(studies.map((study) => ({ name: studyName(study), extension: '' })))

/** A finished report's file: `Surname_Given_ID_CT_2026-11-21_final.pdf`, whatever an uploaded one was called. */
export const reportFileNames = (reports: readonly { study: NamedStudy; fileName: string; isSigned: boolean }[]): string[] =>
  unlike(
    reports.map(({ study, fileName, isSigned }) => {
      const extension = /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0] ?? ''
      return isSigned
        ? { name: fileName.slice(0, -extension.length || undefined), extension }
        : { name: `${studyName(study)}_final`, extension }
    }),
  )

/** Returns the file name of a ZIP. A ZIP made ahead has its study's name; any other has the number of its studies. Times are UTC. */
export function zipFileName({ ownerId, createdAt }: { ownerId: string | null; createdAt: Date }, studies: readonly NamedStudy[]) {
  const [first] = studies
  if (ownerId === null && first) return `${studyName(first)}.zip`
  const [date = '', time = ''] = createdAt.toISOString().split('T')
  return `Studies_${studies.length}_${date}_${time.slice(0, 5).replace(':', '')}.zip`
}
